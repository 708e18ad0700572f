#if Inspector
#endif
