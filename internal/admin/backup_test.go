package admin_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/admin/wire"
)

func (s *service) backupStatus() (status wire.Backups) {
	s.t.Helper()
	got := s.do("GET", "/admin/api/backups", "owner ada", "")
	if got.status != http.StatusOK {
		s.t.Fatalf("%d %s", got.status, got.body)
	}
	must(s.t, json.Unmarshal([]byte(got.body), &status))
	return status
}

// Owners take copies, see how they stand, and download them; each leaves a line in the
// audit log, and nothing keeps the answer.
func TestOwnersTakeAndDownloadCopies(t *testing.T) {
	s := open(t, tea)
	status := s.backupStatus()
	if status.Place == nil || status.Last != nil || status.EveryMS != time.Hour.Milliseconds() || status.Next == nil || !status.Listed {
		t.Errorf("%+v", status)
	}
	begun := s.do("POST", "/admin/api/backups", "owner ada", "{}")
	if begun.status != http.StatusCreated || !strings.Contains(begun.body, `"by":"person","userId":"ada"`) {
		t.Fatalf("%d %s", begun.status, begun.body)
	}
	for status.Last == nil {
		time.Sleep(5 * time.Millisecond)
		if status = s.backupStatus(); status.Failed != nil {
			t.Fatal(*status.Failed.Problem)
		}
	}
	if len(status.Copies) != 1 || status.Copies[0].CheckedAt == nil || status.Last.Rows == 0 || status.Running != nil {
		t.Fatalf("%+v", status)
	}
	name := status.Copies[0].Name
	got := s.do("GET", "/admin/api/backups/"+name, "owner ada", "")
	kept, err := os.ReadFile(filepath.Join(s.copies, name))
	must(t, err)
	if got.status != http.StatusOK || got.body != string(kept) {
		t.Errorf("%d, %d bytes of %d", got.status, len(got.body), len(kept))
	}
	for header, want := range map[string]string{
		"Content-Type": "application/zip", "Cache-Control": "private, no-store", "Content-Disposition": `attachment; filename="` + name + `"`,
	} {
		if got.header.Get(header) != want {
			t.Errorf("%s: %s", header, got.header.Get(header))
		}
	}
	lines := s.do("GET", "/admin/api/audit", "owner ada", "").body
	for _, want := range []string{`"action":"take-backup"`, `"action":"download-backup"`, `"entry":"` + name + `"`} {
		if !strings.Contains(lines, want) {
			t.Errorf("the audit log has no %s: %s", want, lines)
		}
	}
}

// A copy is everything: nobody but an owner learns of it, and no other file is sent.
func TestCopiesAreForOwners(t *testing.T) {
	s := open(t, tea)
	must(t, os.WriteFile(filepath.Join(s.copies, "secret.zip"), []byte("secret"), 0o600))
	for _, as := range []string{"editor eve", "contributor cat"} {
		for _, target := range []string{"GET /backups", "POST /backups", "GET /backups/secret.zip"} {
			method, path, _ := strings.Cut(target, " ")
			if got := s.do(method, "/admin/api"+path, as, "{}"); got.status != http.StatusForbidden || strings.Contains(got.body, s.copies) {
				t.Errorf("%s as %s: %d %s", target, as, got.status, got.body)
			}
		}
	}
	for _, name := range []string{"secret.zip", "..%2f" + filepath.Base(s.file), "backup-20260101T000000.000Z.zip"} {
		if got := s.do("GET", "/admin/api/backups/"+name, "owner ada", ""); got.status != http.StatusNotFound {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
}
