// expect: 'Mutex' is only available in
// in: StateCore/Locks/ActionLock.swift
import Synchronization

func planted() {
  _ = Mutex(0)
}
