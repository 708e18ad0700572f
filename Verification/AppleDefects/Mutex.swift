// expect: 'Mutex' is only available in
// in: StateEngine/Locks/ActionLock.swift
import Synchronization

func planted() {
  _ = Mutex(0)
}
