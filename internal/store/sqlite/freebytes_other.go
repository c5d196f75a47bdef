//go:build !linux && !darwin && !freebsd

package sqlite

func freeBytes(string) int64 { return -1 }
