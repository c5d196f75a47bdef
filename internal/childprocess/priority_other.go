//go:build !linux

package childprocess

// StayBehind lets all other processes go first where that is known how.
func StayBehind() {}
