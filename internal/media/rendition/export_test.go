package rendition

// EndKept ends the processes that wait for their next picture.
func EndKept() {
	for m := kept.last(); m != nil; m = kept.last() {
		_ = m.end()
	}
}

// Kept are the ids of those processes.
func Kept() (ids []int) {
	kept.mu.Lock()
	defer kept.mu.Unlock()
	for _, m := range kept.idle {
		ids = append(ids, m.command.Process.Pid)
	}
	return ids
}
