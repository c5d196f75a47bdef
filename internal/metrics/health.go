package metrics

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/quartet-dev/quartet/observe"
)

// reportTimeout bounds the wait for a report: a scrape must not hang with the
// database.
const reportTimeout = 3 * time.Second

// Report reports how a service fares. With an error Hooks alone is missing.
type Report func(context.Context) (observe.Health, error)

var (
	hookEvents    = gauge("quartet_deferred_events", "Events of deferred hooks in the database: due (the backlog), running, waiting for another try, dead.", "state")
	hookOldest    = gauge("quartet_deferred_oldest_due_seconds", "How long the oldest due event has been due; 0 when none is.")
	hookTries     = counter("quartet_deferred_tries_total", "Tries of deferred hooks that this process began.")
	hookDelivered = counter("quartet_deferred_delivered_total", "Tries of deferred hooks that succeeded.")
	hookFailed    = counter("quartet_deferred_failed_total", "Tries of deferred hooks that failed.")
	hookDead      = counter("quartet_deferred_dead_total", "Deferred hooks that this process gave up.")

	backupLast     = gauge("quartet_backup_last_timestamp_seconds", "The moment of the last copy that was taken and read back, by the database; absent while there is none.")
	backupSize     = gauge("quartet_backup_last_size_bytes", "The size of that copy.")
	backupTook     = gauge("quartet_backup_last_duration_seconds", "How long it took to take that copy and to read it back.")
	backupFailures = gauge("quartet_backup_failures", "Copies that have failed since the last one that was taken.")
	backupRunning  = gauge("quartet_backup_running", "1 while some process takes a copy.")
	backupOverdue  = gauge("quartet_backup_overdue", "1 while the last copy is older than two intervals of the schedule, or none could be taken; absent without a schedule.")

	databaseUp     = gauge("quartet_database_up", "1 while the database answers, 0 while it does not.")
	databaseSize   = gauge("quartet_database_size_bytes", "The size of the database file.")
	databaseLog    = gauge("quartet_database_wal_bytes", "The size of the write-ahead log.")
	databaseFree   = gauge("quartet_database_free_bytes", "Free space on the file system of the database.")
	writes         = counter("quartet_database_writes_total", "Changes that were handed to the writer and answered.")
	commits        = counter("quartet_database_commits_total", "Commits, of one change or of several.")
	writeFailures  = counter("quartet_database_write_failures_total", "Changes that failed for a reason that no caller can mend, by the code of the diagnostic.", "code")
	writesQueued   = gauge("quartet_database_writes_queued", "Changes that wait for the writer.")
	readers        = gauge("quartet_database_readers", "Connections that may read at the same time, for Views and for sql Views.", "pool")
	readersBusy    = gauge("quartet_database_readers_busy", "Connections that are reading.", "pool")
	readWaits      = counter("quartet_database_reader_waits_total", "Reads that found no free connection.", "pool")
	readWaitsTimed = counter("quartet_database_reader_wait_seconds_total", "Time that reads have waited for a connection.", "pool")
)

// addTo asks for a report, for a bounded time. What is not known is left out.
func (r Report) addTo(ctx context.Context, p page) {
	ctx, cancel := context.WithTimeout(ctx, reportTimeout)
	defer cancel()
	report, err := r(ctx)
	addHooks(p, report.Hooks, err == nil)
	addBackups(p, report.Backups, err == nil)
	addDeliveries(p, report.Deliveries)
	addDatabase(p, report.Database)
	addPool(p, "sql", report.Database.Guarded)
	addPool(p, "views", report.Database.Readers)
}

func addHooks(p page, h observe.Hooks, known bool) {
	if !known {
		p.add(databaseUp, 0)
		return
	}
	p.add(databaseUp, 1)
	p.add(hookEvents, float64(h.Dead), "dead")
	p.add(hookEvents, float64(h.Due), "due")
	p.add(hookEvents, float64(h.Running), "running")
	p.add(hookEvents, float64(h.Waiting), "waiting")
	p.add(hookOldest, h.Oldest.Seconds())
}

func addBackups(p page, b observe.Backups, known bool) {
	if !known {
		return
	}
	p.add(backupFailures, float64(b.Failures))
	p.add(backupRunning, oneIf(b.Running))
	if b.Scheduled {
		p.add(backupOverdue, oneIf(b.Overdue))
	}
	if b.LastAt.IsZero() {
		return
	}
	p.add(backupLast, float64(b.LastAt.UnixMilli())/1000)
	p.add(backupSize, float64(b.LastSize))
	p.add(backupTook, b.LastTook.Seconds())
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func addDeliveries(p page, d observe.Deliveries) {
	p.add(hookTries, float64(d.Tries))
	p.add(hookDelivered, float64(d.Delivered))
	p.add(hookFailed, float64(d.Failed))
	p.add(hookDead, float64(d.Dead))
}

func addDatabase(p page, d observe.Database) {
	for _, size := range []struct {
		of    family
		bytes int64
	}{{databaseSize, d.Size}, {databaseLog, d.Log}, {databaseFree, d.Free}} {
		if size.bytes >= 0 {
			p.add(size.of, float64(size.bytes))
		}
	}
	p.add(writes, float64(d.Writes))
	p.add(commits, float64(d.Commits))
	p.add(writesQueued, float64(d.Queued))
	for _, code := range slices.Sorted(maps.Keys(d.Failures)) {
		p.add(writeFailures, float64(d.Failures[code]), code)
	}
}

func addPool(p page, name string, pool observe.Pool) {
	p.add(readers, float64(pool.Size), name)
	p.add(readersBusy, float64(pool.Busy), name)
	p.add(readWaits, float64(pool.Waits), name)
	p.add(readWaitsTimed, pool.Waited.Seconds(), name)
}
