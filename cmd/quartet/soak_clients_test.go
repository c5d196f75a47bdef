package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/quartet-dev/quartet"
)

// What is counted, so that a soak in which nothing happened fails.
const (
	increments = iota
	races
	edits
	drafts
	replays
	looks
	refusals
	counted
)

// ledger is the newest version of every order that was answered.
type ledger struct {
	mu       sync.Mutex
	versions map[string]int
}

func (l *ledger) keep(o entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.versions[o.ID] = max(l.versions[o.ID], o.Version)
}

// entry is an order or an article as writes answer it.
type entry struct {
	ID      string
	Version int
	Data    struct {
		Count int
	}
}

// row is the entry as Views answer it.
func (e entry) row() string {
	return fmt.Sprintf(`{"id":"%s","version":%d,"count":%d}`, e.ID, e.Version, e.Data.Count)
}

// send calls one of the servers, and wants one of the statuses.
func (s *soak) send(method, url string, body, data any, want ...int) (status int, err error) {
	text, err := json.Marshal(body)
	if err != nil {
		return 0, err
	}
	request, err := http.NewRequest(method, url, bytes.NewReader(text))
	if err != nil {
		return 0, err
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	text, err = io.ReadAll(answer.Body)
	if err != nil {
		return 0, err
	}
	for _, status := range want {
		if status == answer.StatusCode {
			return status, json.Unmarshal(text, &struct{ Data any }{data})
		}
	}
	return 0, fmt.Errorf("%s %s: status %d: %s", method, url, answer.StatusCode, text)
}

// older is the server with the manifests of before notes had a longest text.
const older = 0

// note makes a note through a server.
func (s *soak) note(server, want int) error {
	_, err := s.send(http.MethodPost, s.servers[server]+"/api/notes", map[string]any{"text": "A note"}, nil, want)
	return err
}

// outdate makes notes through all servers: the older one refuses and shows
// those of the others.
func (s *soak) outdate() error {
	for made := 1; !s.over(); made++ {
		if err := s.note(older, http.StatusServiceUnavailable); err != nil {
			return err
		}
		if err := s.note(1+rand.IntN(len(s.servers)-1), http.StatusOK); err != nil {
			return err
		}
		if err := s.wantRows("notes", fmt.Sprintf(`"count":%d`, made+1)); err != nil {
			return err
		}
		s.counts[refusals].Add(1)
		pause()
	}
	return nil
}

// rows is the rows of a View as one server answers it.
func (s *soak) rows(server, view string) (string, error) {
	name, query, _ := strings.Cut(view, "?")
	params, err := url.ParseQuery(query)
	if err != nil {
		return "", err
	}
	var page struct{ Rows json.RawMessage }
	_, err = s.send(http.MethodGet, server+"/api/views/"+name+"?"+params.Encode(), nil, &page, http.StatusOK)
	return strings.Trim(string(page.Rows), "[]"), err
}

// wantRows reads a View from every server, in any order, and wants a row that
// holds a text; no row when the text is empty.
func (s *soak) wantRows(view, want string) error {
	for _, i := range rand.Perm(len(s.servers)) {
		got, err := s.rows(s.servers[i], view)
		if err != nil {
			return err
		}
		if !strings.Contains(got, want) || (want == "") != (got == "") {
			return fmt.Errorf("server %d answers %s with %s, want %s", i, view, got, want)
		}
	}
	return nil
}

// moment is by how much a server's kept answers may be behind the writes of
// another one, and as much again.
const moment = 2 * time.Millisecond

// wantKept is wantRows for a View whose answers are kept in memory.
func (s *soak) wantKept(view, want string) error {
	time.Sleep(moment)
	return s.wantRows(view, want)
}

// read reads an entry from any server.
func (s *soak) read(view string) (e entry, err error) {
	rows, err := s.rows(s.anyServer(), view)
	if err != nil {
		return e, err
	}
	var row struct {
		ID             string
		Version, Count int
	}
	err = json.Unmarshal([]byte(rows), &row)
	e.ID, e.Version, e.Data.Count = row.ID, row.Version, row.Count
	return e, err
}

func (s *soak) anyServer() string { return s.servers[rand.IntN(len(s.servers))] }

// add makes an order.
func (s *soak) add(code, mood string) (o entry, err error) {
	body := map[string]any{"code": code, "count": 0}
	if mood != "" {
		body["mood"] = mood
	}
	_, err = s.send(http.MethodPost, s.anyServer()+"/api/orders", body, &o, http.StatusOK)
	if err == nil {
		s.orders.keep(o)
	}
	return o, err
}

// change raises the count of an entry by one. It is refused when the entry is
// not what it was.
func (s *soak) change(collection string, e entry) (changed entry, ok bool, err error) {
	body := map[string]any{"expectedVersion": e.Version, "count": e.Data.Count + 1}
	status, err := s.send(http.MethodPatch, s.anyServer()+"/api/"+collection+"/"+e.ID, body, &changed, http.StatusOK, http.StatusConflict)
	if err != nil || status == http.StatusConflict {
		return e, false, err
	}
	if changed.Version != e.Version+1 || changed.Data.Count != e.Data.Count+1 {
		return e, false, fmt.Errorf("%s %s went from version %d to %d", collection, e.ID, e.Version, changed.Version)
	}
	return changed, true, nil
}

// write makes orders and changes them, through any server, and reads each write
// from all.
func (s *soak) write(name string) func() error {
	return func() error {
		for n := 0; !s.over(); n++ {
			o, err := s.add(fmt.Sprint(name, n), mood(name, n))
			for err == nil && o.Version < 4 {
				if err = s.wantRows("order?id="+o.ID, o.row()); err == nil {
					o, err = s.changeAlone("orders", o)
				}
			}
			if err != nil {
				return err
			}
			s.orders.keep(o)
			pause()
		}
		return nil
	}
}

// pause comes between writes that run hooks: clients are faster than these.
func pause() { time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond) }

func mood(name string, n int) string {
	switch {
	case n == 1 && name == "first" && *soakTime >= 30*time.Second:
		return slow
	case n%10 == 0:
		return stubborn
	default:
		return ""
	}
}

// changeAlone changes what nobody else does.
func (s *soak) changeAlone(collection string, e entry) (entry, error) {
	changed, ok, err := s.change(collection, e)
	if err == nil && !ok {
		err = fmt.Errorf("%s %s changed by itself after version %d", collection, e.ID, e.Version)
	}
	return changed, err
}

// edit changes a published article over and over, and reads it through a View
// whose answers are kept.
func (s *soak) edit(title string) func() error {
	return func() error {
		article, err := s.read("published?title=" + title)
		for err == nil && !s.over() {
			if article, err = s.changeAlone("articles", article); err == nil {
				err = s.wantKept("published?title="+title, article.row())
			}
			s.counts[edits].Add(1)
		}
		return err
	}
}

// increment raises one count that others raise, too, and refuses to overwrite
// them.
func (s *soak) increment(id string) func() error {
	return func() error {
		for !s.over() {
			seen, err := s.read("order?id=" + id)
			if err != nil {
				return err
			}
			changed, ok, err := s.change("orders", seen)
			if err != nil {
				return err
			}
			if ok {
				s.orders.keep(changed)
				s.counts[increments].Add(1)
			}
			pause()
		}
		return nil
	}
}

// race writes one code through two servers, one of them the older one, at the
// same time: one of them is refused.
func (s *soak) race() error {
	for n := 0; !s.over(); n++ {
		var statuses [2]int
		var group errgroup.Group
		for i, server := range s.servers[:len(statuses)] {
			group.Go(func() (err error) {
				var o entry
				body := map[string]any{"code": fmt.Sprint("race", n), "count": n}
				statuses[i], err = s.send(http.MethodPost, server+"/api/orders", body, &o, http.StatusOK, http.StatusConflict)
				if statuses[i] == http.StatusOK {
					s.orders.keep(o)
				}
				return err
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
		if statuses[0] == statuses[1] {
			return fmt.Errorf("both servers answered %d to the code race%d", statuses[0], n)
		}
		s.counts[races].Add(1)
		pause()
	}
	return nil
}

// draft makes articles that no public View shows.
func (s *soak) draft() error {
	for n := 0; !s.over(); n++ {
		title := fmt.Sprint("Draft ", n)
		var made entry
		if _, err := s.send(http.MethodPost, s.anyServer()+"/api/articles", map[string]any{"title": title}, &made, http.StatusOK); err != nil {
			return err
		}
		if err := s.wantRows("drafts?title="+title, made.ID); err != nil {
			return err
		}
		if err := s.wantRows("published?title="+title, ""); err != nil {
			return err
		}
		s.counts[drafts].Add(1)
	}
	return nil
}

// ask asks all servers whether they are ready.
func (s *soak) ask() error {
	for !s.over() {
		for _, server := range s.servers {
			if _, err := s.send(http.MethodGet, server+"/readyz", nil, nil, http.StatusOK); err != nil {
				return err
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	return nil
}

// behind is the most that the hooks were behind.
type behind struct {
	due    int
	oldest time.Duration
}

// watch notes how far the hooks are behind while everybody writes.
func (s *soak) watch() error {
	for !s.over() {
		for _, server := range s.servers {
			report, err := s.condition(server)
			if err != nil {
				return err
			}
			s.behind.due, s.behind.oldest = max(s.behind.due, report.Hooks.Due), max(s.behind.oldest, report.Hooks.Oldest)
			s.counts[looks].Add(1)
		}
		time.Sleep(50 * time.Millisecond)
	}
	return nil
}

func (s *soak) condition(server string) (report quartet.Health, err error) {
	_, err = s.send(http.MethodGet, server+conditionPath, nil, &report, http.StatusOK)
	return report, err
}

// deliveries are those of both servers, when nothing is due any more.
func (s *soak) deliveries() (tries, delivered, failed, dead int64, err error) {
	for _, server := range s.servers {
		report, err := s.condition(server)
		if err == nil && report.Hooks.Due+report.Hooks.Running+report.Hooks.Dead > 0 {
			err = fmt.Errorf("%s is at rest with %+v", server, report.Hooks)
		}
		if err != nil {
			return 0, 0, 0, 0, err
		}
		d := report.Deliveries
		tries, delivered, failed, dead = tries+d.Tries, delivered+d.Delivered, failed+d.Failed, dead+d.Dead
	}
	return tries, delivered, failed, dead, nil
}

// readAll reads every order once more.
func (s *soak) readAll() error {
	for id, version := range s.orders.versions {
		if err := s.wantRows("order?id="+id, fmt.Sprintf(`"version":%d,`, version)); err != nil {
			return err
		}
	}
	return nil
}

// wantCount holds the count of an order against what was answered: no increment
// is lost and none was made twice.
func (s *soak) wantCount(o entry) error {
	n := int(s.counts[increments].Load())
	o.Version, o.Data.Count = o.Version+n, o.Data.Count+n
	return s.wantRows("order?id="+o.ID, o.row())
}
