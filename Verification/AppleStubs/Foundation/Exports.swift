@_exported import Darwin
@_exported import Dispatch
