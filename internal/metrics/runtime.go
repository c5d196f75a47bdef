package metrics

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// The names of this file and of process.go are those of Prometheus' own client for
// Go, which dashboards know.
var (
	goInfo       = gauge("go_info", "Information about the Go environment.", "version")
	goRoutines   = gauge("go_goroutines", "Number of goroutines that currently exist.")
	goThreads    = gauge("go_threads", "Number of operating system threads created.")
	goMaxProcs   = gauge("go_sched_gomaxprocs_threads", "Threads that may run Go code at the same time, GOMAXPROCS.")
	goPercent    = gauge("go_gc_gogc_percent", "How much may be allocated before the garbage is collected, in percent of what is in use, GOGC.")
	goLimit      = gauge("go_gc_gomemlimit_bytes", "The memory limit of the Go runtime, GOMEMLIMIT.")
	goCollection = family{"go_gc_duration_seconds", "Pauses of the program while the garbage is collected.", "summary", nil}
)

// heap is the memory of the Go runtime.
var heap = []struct {
	family
	of func(*runtime.MemStats) uint64
}{
	{gauge("go_memstats_alloc_bytes", "Bytes of the heap that are in use."), func(m *runtime.MemStats) uint64 { return m.Alloc }},
	{counter("go_memstats_alloc_bytes_total", "Bytes of the heap that were allocated until now."), func(m *runtime.MemStats) uint64 { return m.TotalAlloc }},
	{gauge("go_memstats_sys_bytes", "Bytes obtained from the system."), func(m *runtime.MemStats) uint64 { return m.Sys }},
	{counter("go_memstats_mallocs_total", "Objects of the heap that were allocated until now."), func(m *runtime.MemStats) uint64 { return m.Mallocs }},
	{counter("go_memstats_frees_total", "Objects of the heap that were freed until now."), func(m *runtime.MemStats) uint64 { return m.Frees }},
	{gauge("go_memstats_heap_alloc_bytes", "Bytes of the heap that are in use, as go_memstats_alloc_bytes."), func(m *runtime.MemStats) uint64 { return m.HeapAlloc }},
	{gauge("go_memstats_heap_sys_bytes", "Bytes of the heap obtained from the system."), func(m *runtime.MemStats) uint64 { return m.HeapSys }},
	{gauge("go_memstats_heap_idle_bytes", "Bytes of the heap that wait to be used."), func(m *runtime.MemStats) uint64 { return m.HeapIdle }},
	{gauge("go_memstats_heap_inuse_bytes", "Bytes of the heap in spans that hold something."), func(m *runtime.MemStats) uint64 { return m.HeapInuse }},
	{gauge("go_memstats_heap_released_bytes", "Bytes of the heap given back to the system."), func(m *runtime.MemStats) uint64 { return m.HeapReleased }},
	{gauge("go_memstats_heap_objects", "Objects of the heap that are in use."), func(m *runtime.MemStats) uint64 { return m.HeapObjects }},
	{gauge("go_memstats_stack_inuse_bytes", "Bytes of stacks in use."), func(m *runtime.MemStats) uint64 { return m.StackInuse }},
	{gauge("go_memstats_stack_sys_bytes", "Bytes of stacks obtained from the system."), func(m *runtime.MemStats) uint64 { return m.StackSys }},
	{gauge("go_memstats_mspan_inuse_bytes", "Bytes of mspan structures in use."), func(m *runtime.MemStats) uint64 { return m.MSpanInuse }},
	{gauge("go_memstats_mspan_sys_bytes", "Bytes of mspan structures obtained from the system."), func(m *runtime.MemStats) uint64 { return m.MSpanSys }},
	{gauge("go_memstats_mcache_inuse_bytes", "Bytes of mcache structures in use."), func(m *runtime.MemStats) uint64 { return m.MCacheInuse }},
	{gauge("go_memstats_mcache_sys_bytes", "Bytes of mcache structures obtained from the system."), func(m *runtime.MemStats) uint64 { return m.MCacheSys }},
	{gauge("go_memstats_buck_hash_sys_bytes", "Bytes of the hash table for profiles."), func(m *runtime.MemStats) uint64 { return m.BuckHashSys }},
	{gauge("go_memstats_gc_sys_bytes", "Bytes of what the garbage collector keeps about the heap."), func(m *runtime.MemStats) uint64 { return m.GCSys }},
	{gauge("go_memstats_other_sys_bytes", "Bytes of other memory of the runtime."), func(m *runtime.MemStats) uint64 { return m.OtherSys }},
	{gauge("go_memstats_next_gc_bytes", "Bytes of the heap at which the garbage is collected next."), func(m *runtime.MemStats) uint64 { return m.NextGC }},
}

var goLastCollection = gauge("go_memstats_last_gc_time_seconds", "When the garbage was collected last, in seconds since 1970.")

// addRuntime adds the figures of the Go runtime.
func addRuntime(p page) {
	p.add(goInfo, 1, runtime.Version())
	p.add(goRoutines, float64(runtime.NumGoroutine()))
	p.add(goMaxProcs, float64(runtime.GOMAXPROCS(0)))
	threads, _ := runtime.ThreadCreateProfile(nil)
	p.add(goThreads, float64(threads))
	settings := []metrics.Sample{{Name: "/gc/gogc:percent"}, {Name: "/gc/gomemlimit:bytes"}}
	metrics.Read(settings)
	p.add(goPercent, float64(settings[0].Value.Uint64()))
	p.add(goLimit, float64(settings[1].Value.Uint64()))
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	for _, each := range heap {
		p.add(each.family, float64(each.of(&memory)))
	}
	p.add(goLastCollection, float64(memory.LastGC)/1e9)
	addCollections(p)
}

// addCollections adds of the last pauses the shortest, the quarters and the
// longest, and of all of them how long they took together.
func addCollections(p page) {
	stats := debug.GCStats{PauseQuantiles: make([]time.Duration, 5)}
	debug.ReadGCStats(&stats)
	for i, pause := range stats.PauseQuantiles {
		p.line(goCollection, "", pause.Seconds(), []string{"quantile"}, []string{number(float64(i) / 4)})
	}
	p.line(goCollection, "_sum", stats.PauseTotal.Seconds(), nil, nil)
	p.line(goCollection, "_count", float64(stats.NumGC), nil, nil)
}
