#if os(Linux) && canImport(Glibc) && compiler(>=6.3) && compiler(<6.4) && !STATE_UNKNOWN_TOOLCHAIN
import Glibc

/// The location where a loaded library stores the address of another library's function.
struct SymbolReference {
  private let slot: UnsafeMutableRawPointer

  /// Finds `name` in the relocations of a loaded library, or of the program if `library` is `nil`.
  init?(to name: String, in library: String?) {
    // The C library's handle is the library's entry in the dynamic linker's list.
    guard let handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD) else { return nil }
    let map = handle.assumingMemoryBound(to: link_map.self).pointee
    let base = Int(map.l_addr)
    var entries: [Int: Int] = [:]
    var next = map.l_ld
    while let entry = next?.pointee, entry.d_tag != DT_NULL {
      entries[Int(entry.d_tag)] = Int(entry.d_un.d_val)
      next = next?.successor()
    }
    guard
      let relocationAddress = entries[Int(DT_JMPREL)],
      let relocationSize = entries[Int(DT_PLTRELSZ)],
      let symbols = UnsafePointer<Elf64_Sym>(bitPattern: entries[Int(DT_SYMTAB)] ?? 0),
      let strings = UnsafePointer<CChar>(bitPattern: entries[Int(DT_STRTAB)] ?? 0),
      let relocations = UnsafePointer<Elf64_Rela>(bitPattern: relocationAddress)
    else { return nil }
    let count = relocationSize / MemoryLayout<Elf64_Rela>.stride
    let relocation = (0..<count).first { index in
      let symbol = symbols[Int(relocations[index].r_info >> 32)]
      return strcmp(strings + Int(symbol.st_name), name) == 0
    }
    guard
      let relocation,
      let slot = UnsafeMutableRawPointer(
        bitPattern: base + Int(relocations[relocation].r_offset)
      )
    else { return nil }
    self.slot = slot
  }

  /// Makes the library call `function` from now on.
  func replace(with function: UnsafeRawPointer) {
    let pageSize = Int(getpagesize())
    let page = UnsafeMutableRawPointer(bitPattern: Int(bitPattern: slot) / pageSize * pageSize)
    mprotect(page, pageSize, PROT_READ | PROT_WRITE)
    slot.storeBytes(of: function, as: UnsafeRawPointer.self)
  }
}
#endif
