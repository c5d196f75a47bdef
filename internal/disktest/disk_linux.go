package disktest

import (
	"syscall"
	"testing"
)

// Mount makes folder a disk of its own, of a size such as 4m, until the test is over.
// It skips the test where it may not.
func Mount(t testing.TB, folder, size string) {
	t.Helper()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("a full disk was not tried: mount: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
}

// LimitFiles lets no file of this process grow beyond size, until the test is over
// or lift is called.
func LimitFiles(t testing.TB, size uint64) (lift func()) {
	t.Helper()
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	limit := func(to uint64) {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: to, Max: before.Max}); err != nil {
			t.Fatal(err)
		}
	}
	lift = func() { limit(before.Cur) }
	t.Cleanup(lift)
	limit(size)
	return lift
}
