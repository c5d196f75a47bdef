package admin_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/principal"
)

// large has reports of orders in whole: by keyset, and by a statement.
const large = tea + `---
apiVersion: quartet/v1
kind: View
metadata: { name: by-key }
spec: { surface: staff, from: orders, fields: [number, lines], orderBy: [{ field: number }] }
---
apiVersion: quartet/v1
kind: View
metadata: { name: by-statement }
spec: { surface: staff, sql: "SELECT number, lines FROM orders ORDER BY number" }
`

// order makes n orders with a line of so many bytes, whose numbers begin with a
// prefix.
func (s *service) order(n int, prefix string, length int) {
	s.t.Helper()
	for i := range n {
		_, err := s.content.Create(s.t.Context(), content.Caller{}, "orders", map[string]any{
			"number": fmt.Sprintf("%s%03d", prefix, i), "stage": "paid", "lines": []any{strings.Repeat("x", length)},
		})
		must(s.t, err)
	}
}

// The orders of the second chunk are together longer than an answer may be, and
// by key the first chunk was sent by then.
func TestAnExportThatFailsMidwayIsNotTakenForWhole(t *testing.T) {
	s := open(t, large)
	s.order(100, "a", 1<<10)
	s.order(100, "b", 90<<10)
	request, err := http.NewRequest(http.MethodGet, s.address+"/admin/api/views/by-key/export", nil)
	must(t, err)
	request.Header.Set("As", "owner ada")
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if response.StatusCode != http.StatusOK || err == nil || !strings.HasPrefix(string(text), "\ufeffnumber,lines\r\na000,") {
		t.Errorf("status %d, %d bytes, %v; want rows and a broken connection", response.StatusCode, len(text), err)
	}
}

// What a statement gives is sent once it is all there.
func TestAnExportOfAStatementThatFailsMidwayIsAFailure(t *testing.T) {
	var numbers []string
	for i := range 700 {
		numbers = append(numbers, fmt.Sprint(i))
	}
	s := open(t, tea+`---
apiVersion: quartet/v1
kind: View
metadata: { name: broken }
spec:
  surface: staff
  sql: SELECT value AS n, CASE WHEN value = 600 THEN x'00' END AS bad FROM json_each('[`+strings.Join(numbers, ",")+`]')
`)
	got := s.do("GET", "/admin/api/views/broken/export", "owner ada", "")
	if got.status != http.StatusInternalServerError {
		t.Errorf("%d %.200s", got.status, got.body)
	}
	wantDiagnostic(t, "broken", got)
}

func TestAnExportHoldsEveryEntryOnce(t *testing.T) {
	s := open(t, large)
	const entries = 1100 // two chunks of a statement and more than stays in memory
	s.order(entries, "n", 3<<10)
	for _, path := range []string{"entries/export?collection=orders", "views/by-key/export", "views/by-statement/export"} {
		got := s.do("GET", "/admin/api/"+path, "owner ada", "")
		rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(got.body, "\ufeff"))).ReadAll()
		must(t, err)
		var numbers []string
		for _, row := range rows[1:] {
			numbers = append(numbers, row[0])
		}
		slices.Sort(numbers)
		if len(slices.Compact(numbers)) != entries || len(rows) != entries+1 {
			t.Errorf("%s: %d rows of %d entries", path, len(rows), len(numbers))
		}
	}
}

// timed is a ResponseWriter that keeps the most that was written under one
// deadline.
type timed struct {
	*httptest.ResponseRecorder
	deadlines, written, most int
}

func (w *timed) SetWriteDeadline(time.Time) error {
	w.deadlines, w.written = w.deadlines+1, 0
	return nil
}

func (w *timed) Write(data []byte) (int, error) {
	w.written += len(data)
	w.most = max(w.most, w.written)
	return w.ResponseRecorder.Write(data)
}

// What was sent so far, and how long the statement took, leave each part of the
// rest its time.
func TestEachPartOfAnExportHasItsTime(t *testing.T) {
	s := open(t, large)
	s.order(300, "n", 10<<10)
	for _, path := range []string{"entries/export?collection=orders", "views/by-key/export", "views/by-statement/export"} {
		r := httptest.NewRequestWithContext(context.WithValue(t.Context(), http.ServerContextKey, &http.Server{WriteTimeout: time.Hour}),
			http.MethodGet, "/admin/api/"+path, nil)
		r.Header.Set("As", "owner ada")
		w := &timed{ResponseRecorder: httptest.NewRecorder()}
		s.handler.ServeHTTP(w, r)
		if part := 256 << 10; w.Code != http.StatusOK || w.deadlines < w.Body.Len()/part || w.most > part {
			t.Errorf("%s: status %d, %d deadlines for %d bytes, %d under one", path, w.Code, w.deadlines, w.Body.Len(), w.most)
		}
	}
}

// However long entries are, few are held at a time.
func TestAnExportReadsBoundedChunks(t *testing.T) {
	s := open(t, tea)
	for i := range 60 {
		_, err := s.content.Create(t.Context(), content.Caller{}, "orders", map[string]any{
			"number": fmt.Sprintf("%03d", i), "stage": "paid", "lines": []any{strings.Repeat("x", 200<<10)},
		})
		must(t, err)
	}
	entries, chunks := 0, 0
	must(t, s.content.StaffEntries(content.Caller{Staff: &content.Staff{ID: "ada", Role: string(principal.Owner)}}).EachEntry(t.Context(), content.ListRequest{Collection: "orders"}, func(chunk []*content.Entry) error {
		if len(chunk) > 22 {
			t.Errorf("a chunk holds %d entries of 200 KiB", len(chunk))
		}
		entries, chunks = entries+len(chunk), chunks+1
		return nil
	}))
	if entries != 60 || chunks < 3 {
		t.Errorf("%d entries in %d chunks", entries, chunks)
	}
}

func TestCellsThatASpreadsheetWouldRun(t *testing.T) {
	s := open(t, tea)
	for text, want := range map[string]string{
		"=1": "'=1", "+1": "'+1", "-1": "'-1", "@a": "'@a", "\ta": "'\ta", "\ra": "'\ra",
		"x\ry\nz": "x\ry\nz", "a=1": "a=1", "": "", "'=1": "'=1", "1-1": "1-1", "日本": "日本",
	} {
		e, err := s.content.Create(t.Context(), content.Caller{}, "comments", map[string]any{"text": text})
		must(t, err)
		got := s.do("GET", "/admin/api/entries/export?collection=comments&search="+e.ID, "owner ada", "")
		rows, err := csv.NewReader(strings.NewReader(got.body)).ReadAll()
		must(t, err)
		if cell := rows[1][len(rows[1])-1]; cell != want {
			t.Errorf("%q became %q, want %q", text, cell, want)
		}
	}
}

// Whatever is sent, the answer is a diagnostic and no fault of the service.
func TestHostileInput(t *testing.T) {
	s := open(t, tea)
	e, err := s.content.Create(t.Context(), content.Caller{}, "posts", map[string]any{"title": "t"})
	must(t, err)
	long := strings.Repeat("x", 7000)
	deep := strings.Repeat("[", 20_000)
	tried := 0
	for _, target := range []string{
		"/entries?collection=posts&search=%00", "/entries?collection=posts&search=%ff", "/entries?collection=posts&search=%zz",
		"/entries?collection=posts&search=" + strings.Repeat("x", 201), "/entries?collection=posts&filter.slug=" + strings.Repeat("%C3%A4", 201),
		"/entries?collection=posts&cursor=" + long, "/entries?collection=posts&cursor=%0a", "/entries?collection=posts&filter.=1",
		"/entries?collection=posts&filter.id=1", "/entries?collection=posts&sort=data", "/entries?collection=sqlite_master", "/entries?collection=_quartet_users",
		"/entries?collection=Posts", "/entries/export?collection=posts&sort=id%22", "/entries/%27%3B--?collection=posts", "/entries/" + long + "?collection=posts",
		"/collections/_quartet_users/statistics", "/views/order-book?search=" + strings.Repeat("x", 201), "/views/order-book?filter.stage=" + strings.Repeat("x", 201),
		"/views/order-book?cursor=AAAA", "/views/order-book?filter.stage%22=1", "/views/stages?cursor=AAAA", "/views/stages?search=%00", "/views/%2e%2e",
		"/audit?cursor=AAAA", "/deferred?cursor=%00", "/members?search=" + strings.Repeat("x", 201), "/members?cursor=x",
	} {
		tried++
		got := s.do("GET", "/admin/api"+target, "owner ada", "")
		if got.status != http.StatusBadRequest && got.status != http.StatusNotFound {
			t.Errorf("GET %.80s: %d %.200s", target, got.status, got.body)
		}
		wantDiagnostic(t, target, got)
	}
	for _, body := range []string{
		"[]", "null", "7", "{", `{"data":`, `{"data":{"a":1,"a":2}}`, `{"data":null}`, `{"data":"x"}`, "{\"data\":{\"title\":\"\\u0000\"}}",
		`{"data":` + deep, `{"data":{"title":1e400}}`, `{"data":{},"expectedVersion":"1"}`, `{"data":{},"expectedVersion":-1}`,
		`{"data":{},"expectedVersion":1.5}`, `{"data":{},"expectedVersion":1e300}`, `{"data":{"id":"x"},"expectedVersion":1}`,
		`{"data":{"version":9},"expectedVersion":1}`, `{"data":{"locale":"en"},"expectedVersion":1}`, `{"data":{"title":{}},"expectedVersion":1}`,
	} {
		tried++
		got := s.do("PATCH", "/admin/api/entries/"+e.ID+"?collection=posts", "owner ada", body)
		if got.status != http.StatusBadRequest {
			t.Errorf("PATCH %.80s: %d %.200s", body, got.status, got.body)
		}
		wantDiagnostic(t, body, got)
	}
	got := s.do("POST", "/admin/api/entries?collection=posts", "owner ada", `{"data":{"body":"`+strings.Repeat("x", 1<<20)+`"}}`)
	if got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("1 MiB and more: %d", got.status)
	}
	if tried != 28+19 {
		t.Errorf("%d were tried", tried)
	}
}

func wantDiagnostic(t *testing.T, sent string, got answer) {
	t.Helper()
	var body struct {
		OK         *bool
		Diagnostic struct{ Code string }
	}
	if err := json.Unmarshal([]byte(got.body), &body); err != nil || body.OK == nil || *body.OK || body.Diagnostic.Code == "" {
		t.Errorf("%.80s: %v, %.200s", sent, err, got.body)
	}
}
