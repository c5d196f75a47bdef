package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quartet-dev/quartet/internal/health"
)

// reportTimeout bounds the wait for a report: a scrape must not hang with the
// database.
const reportTimeout = 3 * time.Second

// Report reports how a service fares. With an error Hooks alone is missing.
type Report func(context.Context) (health.Report, error)

// Watch adds what a service reports to what is served. Call it once.
func (m *Metrics) Watch(report Report) { m.registry.MustRegister(healthCollector(report)) }

// healthCollector collects reports.
type healthCollector Report

// metric is one metric of a report.
type metric struct {
	*prometheus.Desc
	kind prometheus.ValueType
}

func gauge(name, help string, labels ...string) metric {
	return metric{prometheus.NewDesc("quartet_"+name, help, labels, nil), prometheus.GaugeValue}
}

func counter(name, help string, labels ...string) metric {
	return metric{prometheus.NewDesc("quartet_"+name, help, labels, nil), prometheus.CounterValue}
}

var (
	hookEvents    = gauge("deferred_events", "Events of deferred hooks in the database: due (the backlog), running, waiting for another try, dead.", "state")
	hookOldest    = gauge("deferred_oldest_due_seconds", "How long the oldest due event has been due; 0 when none is.")
	hookTries     = counter("deferred_tries_total", "Tries of deferred hooks that this process began.")
	hookDelivered = counter("deferred_delivered_total", "Tries of deferred hooks that succeeded.")
	hookFailed    = counter("deferred_failed_total", "Tries of deferred hooks that failed.")
	hookDead      = counter("deferred_dead_total", "Deferred hooks that this process gave up.")

	databaseUp     = gauge("database_up", "1 while the database answers, 0 while it does not.")
	databaseSize   = gauge("database_size_bytes", "The size of the database file.")
	databaseLog    = gauge("database_wal_bytes", "The size of the write-ahead log.")
	databaseFree   = gauge("database_free_bytes", "Free space on the file system of the database.")
	writes         = counter("database_writes_total", "Changes that were handed to the writer and answered.")
	commits        = counter("database_commits_total", "Commits, of one change or of several.")
	writeFailures  = counter("database_write_failures_total", "Changes that failed for a reason that no caller can mend, by the code of the diagnostic.", "code")
	writesQueued   = gauge("database_writes_queued", "Changes that wait for the writer.")
	readers        = gauge("database_readers", "Connections that may read at the same time, for Views and for sql Views.", "pool")
	readersBusy    = gauge("database_readers_busy", "Connections that are reading.", "pool")
	readWaits      = counter("database_reader_waits_total", "Reads that found no free connection.", "pool")
	readWaitsTimed = counter("database_reader_wait_seconds_total", "Time that reads have waited for a connection.", "pool")
)

// Describe implements prometheus.Collector.
func (healthCollector) Describe(descriptions chan<- *prometheus.Desc) {
	for _, f := range []metric{
		hookEvents, hookOldest, hookTries, hookDelivered, hookFailed, hookDead,
		databaseUp, databaseSize, databaseLog, databaseFree, writes, commits, writeFailures, writesQueued,
		readers, readersBusy, readWaits, readWaitsTimed,
	} {
		descriptions <- f.Desc
	}
}

// Collect implements prometheus.Collector. What is not known is left out.
func (c healthCollector) Collect(found chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), reportTimeout)
	defer cancel()
	report, err := c(ctx)
	tell := func(f metric, value float64, labels ...string) {
		found <- prometheus.MustNewConstMetric(f.Desc, f.kind, value, labels...)
	}
	sendHooks(tell, report.Hooks, err == nil)
	sendDeliveries(tell, report.Deliveries)
	sendDatabase(tell, report.Database)
	sendPool(tell, "views", report.Database.Readers)
	sendPool(tell, "sql", report.Database.Guarded)
}

type sender func(f metric, value float64, labels ...string)

func sendHooks(tell sender, h health.Hooks, known bool) {
	if !known {
		tell(databaseUp, 0)
		return
	}
	tell(databaseUp, 1)
	for state, n := range map[string]int{"due": h.Due, "running": h.Running, "waiting": h.Waiting, "dead": h.Dead} {
		tell(hookEvents, float64(n), state)
	}
	tell(hookOldest, h.Oldest.Seconds())
}

func sendDeliveries(tell sender, d health.Deliveries) {
	tell(hookTries, float64(d.Tries))
	tell(hookDelivered, float64(d.Delivered))
	tell(hookFailed, float64(d.Failed))
	tell(hookDead, float64(d.Dead))
}

func sendDatabase(tell sender, d health.Database) {
	for _, size := range []struct {
		of    metric
		bytes int64
	}{{databaseSize, d.Size}, {databaseLog, d.Log}, {databaseFree, d.Free}} {
		if size.bytes >= 0 {
			tell(size.of, float64(size.bytes))
		}
	}
	tell(writes, float64(d.Writes))
	tell(commits, float64(d.Commits))
	tell(writesQueued, float64(d.Queued))
	for code, n := range d.Failures {
		tell(writeFailures, float64(n), code)
	}
}

func sendPool(tell sender, name string, p health.Pool) {
	tell(readers, float64(p.Size), name)
	tell(readersBusy, float64(p.Busy), name)
	tell(readWaits, float64(p.Waits), name)
	tell(readWaitsTimed, p.Waited.Seconds(), name)
}
