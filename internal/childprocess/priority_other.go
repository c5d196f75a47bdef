//go:build !linux

package childprocess

// StayBehind lets all other processes go first where that is known how.
func StayBehind() {}

// GiveWay lets all else go before the goroutine that calls it where that is known how.
func GiveWay() {}
