//go:build !linux

package childprocess

import "os/exec"

// GiveWay lets all else go before the goroutine that calls it where that is known how.
func GiveWay() {}

// StartBehind starts a process, which lets all others go first where that is known
// how.
func StartBehind(command *exec.Cmd) error { return command.Start() }
