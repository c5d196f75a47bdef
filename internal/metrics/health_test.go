package metrics_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/metrics"
	"github.com/quartet-dev/quartet/observe"
)

var report = observe.Health{
	Hooks:      observe.Hooks{Due: 1200, Running: 16, Waiting: 3, Dead: 2, Oldest: 2500 * time.Millisecond},
	Deliveries: observe.Deliveries{Tries: 90, Delivered: 80, Failed: 9, Dead: 1},
	Backups:    observe.Backups{Scheduled: true, LastAt: time.UnixMilli(1500), LastSize: 9000, LastTook: 2500 * time.Millisecond, Failures: 3, Overdue: true},
	Database: observe.Database{
		Size: 4096, Log: 8192, Free: -1, Writes: 70, Commits: 7, Failures: map[string]int64{"RESOURCE_UNAVAILABLE": 4}, Queued: 5,
		Readers: observe.Pool{Size: 4, Busy: 3, Waits: 6, Waited: 1500 * time.Millisecond}, Guarded: observe.Pool{Size: 2},
	},
}

// What a service reports has a name that does not change: alerts go by it.
func TestTheConditionIsShown(t *testing.T) {
	m := metrics.New()
	m.Watch(func(context.Context) (observe.Health, error) { return report, nil })
	text := send(m, "GET", "/metrics").Body.String()
	for _, line := range []string{
		`quartet_deferred_events{state="due"} 1200`, `quartet_deferred_events{state="running"} 16`,
		`quartet_deferred_events{state="waiting"} 3`, `quartet_deferred_events{state="dead"} 2`, `quartet_deferred_oldest_due_seconds 2.5`,
		`quartet_deferred_tries_total 90`, `quartet_deferred_delivered_total 80`, `quartet_deferred_failed_total 9`, `quartet_deferred_dead_total 1`,
		`quartet_database_up 1`, `quartet_database_size_bytes 4096`, `quartet_database_wal_bytes 8192`,
		`quartet_database_writes_total 70`, `quartet_database_commits_total 7`, `quartet_database_writes_queued 5`,
		`quartet_database_write_failures_total{code="RESOURCE_UNAVAILABLE"} 4`,
		`quartet_database_readers{pool="views"} 4`, `quartet_database_readers{pool="sql"} 2`, `quartet_database_readers_busy{pool="views"} 3`,
		`quartet_backup_last_timestamp_seconds 1.5`, `quartet_backup_last_size_bytes 9000`, `quartet_backup_last_duration_seconds 2.5`,
		`quartet_backup_failures 3`, `quartet_backup_running 0`, `quartet_backup_overdue 1`,
		`quartet_database_reader_waits_total{pool="views"} 6`, `quartet_database_reader_wait_seconds_total{pool="views"} 1.5`,
	} {
		if !strings.Contains(text, "\n"+line+"\n") {
			t.Errorf("no line %s in\n%s", line, text)
		}
	}
	if strings.Contains(text, "quartet_database_free_bytes ") {
		t.Error("what is not known is shown")
	}
}

// While the database does not answer, a scrape says so and has the rest.
func TestADatabaseThatDoesNotAnswerIsShown(t *testing.T) {
	m := metrics.New()
	m.Watch(func(context.Context) (observe.Health, error) { return report, errors.New("no") })
	w := send(m, "GET", "/metrics")
	text := w.Body.String()
	for _, line := range []string{"quartet_database_up 0", "quartet_database_size_bytes 4096", "quartet_deferred_tries_total 90"} {
		if w.Code != 200 || !strings.Contains(text, "\n"+line+"\n") {
			t.Errorf("%d: no line %s in\n%s", w.Code, line, text)
		}
	}
	if strings.Contains(text, "quartet_deferred_events{") {
		t.Error("hooks that are not known are shown")
	}
}
