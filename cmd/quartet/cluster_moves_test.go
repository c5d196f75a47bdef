package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/identity/identitytest"
)

const movedNotices = 40

// movesOnce sets a publish for half of some notices and an unpublish for the others, which
// are published already, all for one moment. Then a process is killed and started again:
// every move is made, and in one write.
func (c *cluster) movesOnce(t *testing.T) {
	eve := c.signIn(t, "eve@cluster.example")
	c.sql(`UPDATE _quartet_users SET role = 'editor' WHERE id = '` + eve.ID() + `' RETURNING id`)
	var notices [movedNotices]string
	for i := range notices {
		notices[i] = newNotice(t, eve, i%2 == 1)
	}
	due := time.Now().Add(3 * time.Second)
	for i, id := range notices {
		body := fmt.Sprintf(`{"direction":%q,"at":%d,"timeZone":"Asia/Taipei"}`, []string{"publish", "unpublish"}[i%2], due.UnixMilli())
		admin(t, eve, "/entries/"+id+"/moves?collection=notices", body)
	}
	if at := time.Until(due); at <= 0 {
		t.Fatalf("the moves were set %v too late", -at)
	}
	const waiting = `SELECT count(*) FROM _quartet_moves`
	for c.sql(`SELECT count(*) FROM _quartet_moves WHERE event IS NOT NULL`) == "0" && c.sql(waiting) == fmt.Sprint(movedNotices) {
		time.Sleep(time.Millisecond)
	}
	c.kill(3)
	left := c.sql(waiting)
	c.start(3)
	for begun := time.Now(); c.sql(waiting) != "0"; time.Sleep(20 * time.Millisecond) {
		if time.Since(begun) > time.Minute {
			t.Fatalf("%s moves are not made", c.sql(waiting))
		}
	}
	t.Logf("%d moves are made; %s were left when a process was killed", movedNotices, left)
	for i, id := range notices {
		status, action, version := "published", "publish", "2"
		if i%2 == 1 {
			status, action, version = "draft", "unpublish", "3"
		}
		is := c.sql(fmt.Sprintf(`SELECT status || ' ' || version FROM notices WHERE id = '%s'`, id))
		made := c.sql(fmt.Sprintf(`SELECT count(*) FROM _quartet_audit WHERE subject = '%s' AND surface = 'schedule' AND action = '%s'`, id, action))
		if is != status+" "+version || made != "1" {
			t.Errorf("notice %d is %s, and was moved %s times", i, is, made)
		}
	}
}

// newNotice writes a notice as staff do, and publishes it.
func newNotice(t *testing.T, by *identitytest.Person, published bool) (id string) {
	t.Helper()
	var made struct{ Entry struct{ ID string } }
	if err := json.Unmarshal(admin(t, by, "/entries?collection=notices", `{"data":{"title":"At a time"}}`), &made); err != nil {
		t.Fatal(err)
	}
	id = made.Entry.ID
	if published {
		admin(t, by, "/entries/"+id+"/publish?collection=notices", `{"expectedVersion":1}`)
	}
	return id
}

// admin calls the Admin API.
func admin(t *testing.T, by *identitytest.Person, path, body string) (answered []byte) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, by.Origin+"/admin/api"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header = http.Header{"Content-Type": {"application/json"}, "Origin": {by.Origin}}
	answer, err := by.Browser.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode/100 != 2 {
		t.Fatalf("%s: %s %s %v", path, answer.Status, text, err)
	}
	return text
}
