package admin

import (
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/backup"
	"github.com/quartet-dev/quartet/internal/backup/copies"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
)

// backups tells how the copies stand.
func (s *Surface) backups(q *request) error {
	status, err := s.Backups.Status(q.Context())
	if err != nil {
		return err
	}
	if status.Problem != nil {
		httpx.LogFailure(q.w, q.Request, diag.At(diag.ResourceUnavailable, "", "The place of the copies does not answer.").WithCause(status.Problem))
	}
	return q.answer(backupsOf(status), nil)
}

// takeBackup begins a copy, which goes on behind the answer.
func (s *Surface) takeBackup(q *request) error {
	begun, err := s.Backups.Request(q.Context(), q.caller.Actor())
	if err != nil {
		return err
	}
	return q.created(backupOf(begun), nil)
}

// downloadBackup sends a copy. It is a record of its own in the audit log: whoever has
// the copy has all of the site.
func (s *Surface) downloadBackup(q *request) error {
	name := q.PathValue("name")
	body, size, err := s.Backups.Download(q.Context(), name, q.caller.Actor())
	if err != nil {
		return err
	}
	defer body.Close()
	h := q.w.Header()
	h.Set("Content-Type", "application/zip")
	h.Set("Content-Length", strconv.FormatInt(size, 10))
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	httpx.AllowTime(q.w)
	q.w.WriteHeader(http.StatusOK)
	if _, err := io.Copy(q.w, body); err != nil {
		httpx.LogFailure(q.w, q.Request, diag.At(diag.ResourceUnavailable, "", "The copy could not be sent.").WithCause(err))
		panic(http.ErrAbortHandler) // nobody takes a part for the whole
	}
	return nil
}

func backupsOf(s backup.Status) wire.Backups {
	out := wire.Backups{
		Place: orNull(s.Place), EveryMS: s.Every.Milliseconds(), Keep: wire.BackupKeep(s.Keep), Media: s.Media,
		Running: orNoBackup(s.Running), Last: orNoBackup(s.Last), Failed: orNoBackup(s.Failed), Failures: s.Failures,
		Next: timeOrNull(s.Next), Overdue: s.Overdue, Copies: []wire.BackupCopy{}, Listed: s.Problem == nil,
	}
	for _, c := range s.Copies {
		kept := wire.BackupCopy{Name: c.Name, TakenAt: c.At.UnixMilli(), Bytes: c.Size}
		if r := c.Record; r != nil {
			kept.Media, kept.CheckedAt = &r.Media, timeOrNull(r.EndedAt)
		}
		out.Copies = append(out.Copies, kept)
	}
	return out
}

func orNoBackup(r *copies.Record) *wire.Backup {
	if r == nil {
		return nil
	}
	out := backupOf(r)
	return &out
}

func backupOf(r *copies.Record) wire.Backup {
	out := wire.Backup{
		BeganAt: r.BeganAt.UnixMilli(), EndedAt: timeOrNull(r.EndedAt), By: "schedule", Place: r.Place, Name: orNull(r.Name),
		Media: r.Media, Bytes: r.Size, Rows: r.Rows, Objects: r.Objects, Problem: orNull(r.Problem),
	}
	switch r.Cause {
	case copies.Schedule:
	case copies.Command:
		out.By = "command"
	default:
		out.By, out.UserID = "person", &r.Cause
	}
	return out
}

func timeOrNull(t time.Time) *int64 {
	if t.IsZero() {
		return nil
	}
	at := t.UnixMilli()
	return &at
}
