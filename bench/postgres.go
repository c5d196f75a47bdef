package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest/wire"
)

// onPostgres measures the service on PostgreSQL, on this machine: one process against
// one on SQLite, several behind a balancer, hooks, how soon a write is seen
// everywhere, and the distance to the database.
func (b *bench) onPostgres() error {
	server, err := startPostgres(b.file("postgres"))
	if err != nil {
		return err
	}
	defer server.stop()
	p := &postgresBench{bench: b, server: server}
	if err := p.fill(); err != nil {
		return err
	}
	for _, step := range []func() error{p.one, p.many, p.queue, p.purges, p.distances} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

type postgresBench struct {
	*bench
	server *postgresServer
}

// The databases of the server: that of bench/site, of hooks, and of bench/shared.
const (
	siteDatabase   = "site"
	hookedDatabase = "hooked"
	sharedDatabase = "shared"
)

func (p *postgresBench) fill() error {
	for _, name := range []string{siteDatabase, hookedDatabase, sharedDatabase} {
		if err := p.server.exec("postgres", "CREATE DATABASE "+name); err != nil {
			return err
		}
	}
	fmt.Printf("filling %d rows, twice\n", p.rows)
	if err := fillQuartet(p.file("quartet.db"), p.rows); err != nil {
		return err
	}
	if err := fillDatabase(postgres.Database{URL: p.direct(siteDatabase)}, "bench/site/manifests", p.rows, publishedPost); err != nil {
		return err
	}
	if err := fillDatabase(postgres.Database{URL: p.direct(sharedDatabase)}, "bench/shared/manifests", 2*seenWrites, publishedPost); err != nil {
		return err
	}
	return p.server.exec(siteDatabase, "VACUUM ANALYZE")
}

// seenWrites is how many writes are looked for in every process.
const seenWrites = 200

// direct is the address of a database without a distance.
func (p *postgresBench) direct(database string) string {
	return p.server.url(database, p.server.addr)
}

// some starts processes on one database.
func (p *postgresBench) some(n int, site, database string) (services, error) {
	var all services
	for range n {
		s, err := p.serveOn(site, database)
		if err != nil {
			all.stop()
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// services are processes over one database.
type services []*server

func (all services) stop() {
	for _, s := range all {
		s.stop()
	}
}

func (all services) worked() (total time.Duration) {
	for _, s := range all {
		total += s.worked()
	}
	return total
}

// balancer stands before all of them.
func (all services) balancer() (*balancer, error) {
	var to []string
	for _, s := range all {
		to = append(to, s.addr)
	}
	return newBalancer(to...)
}

// postRequests are reads of the View of 20 rows, and of the one of one.
func (p *postgresBench) postRequests() (list, one []string) {
	for range 200 {
		post := makePost(rand.IntN(p.rows))
		list = append(list, get("/api/views/latest?"+url.Values{"locale": {post.locale}, "since": {strconv.FormatInt(post.publishedAt, 10)}}.Encode()))
		one = append(one, get("/api/views/by-slug?"+url.Values{"locale": {post.locale}, "slug": {post.slug}}.Encode()))
	}
	return list, one
}

// one compares a process on PostgreSQL with one on SQLite.
func (p *postgresBench) one() error {
	base, err := p.serve("bench/site", p.file("quartet.db"))
	if err != nil {
		return err
	}
	defer base.stop()
	subject, err := p.serveOn("bench/site", p.direct(siteDatabase))
	if err != nil {
		return err
	}
	defer subject.stop()
	list, single := p.postRequests()
	for _, each := range []struct {
		name     string
		requests []string
	}{
		{"public View, 20 rows of 4 fields", list},
		{"public View, 1 row", single},
		{"builtin create, 16 writers", []string{postJSON("/api/notes", noteBody)}},
	} {
		if err := p.ratio(each.name+": PostgreSQL against SQLite", 0, base, each.requests, subject, each.requests); err != nil {
			return err
		}
	}
	return p.oneHooked()
}

// oneHooked does so for a create with a deferred hook, whose delivery is counted in.
func (p *postgresBench) oneHooked() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var both services
	defer func() { both.stop() }()
	for _, database := range []string{"sqlite:" + p.file("hooked.db"), p.direct(hookedDatabase)} {
		s, err := launch("/healthz", self, "hooked", database)
		if err != nil {
			return err
		}
		s.rest = restPath
		both = append(both, s)
	}
	hooked := []string{postJSON("/api/hooked", noteBody)}
	return p.ratio("create with one deferred hook, 16 writers: PostgreSQL against SQLite", 0, both[0], hooked, both[1], hooked)
}

// many measures 1, 2 and 4 processes behind a balancer.
func (p *postgresBench) many() error {
	list, single := p.postRequests()
	for _, work := range []struct {
		name     string
		requests []string
	}{{"public View, 20 rows", list}, {"public View, 1 row", single}, {"builtin create", []string{postJSON("/api/notes", noteBody)}}} {
		fmt.Printf("%s, 16 connections, processes behind a balancer\n", work.name)
		for _, n := range []int{1, 2, 4} {
			if err := p.behind(n, work.requests, p.direct(siteDatabase)); err != nil {
				return err
			}
		}
	}
	return p.apart(list)
}

// behind measures n processes, and counts the statements of a request in a load of
// its own.
func (p *postgresBench) behind(n int, requests []string, database string) error {
	all, err := p.some(n, "bench/site", database)
	if err != nil {
		return err
	}
	defer all.stop()
	balancer, err := all.balancer()
	if err != nil {
		return err
	}
	l := &load{Addr: balancer.addr, Requests: requests, Connections: p.connections, Seconds: p.seconds}
	if _, err := (&load{Addr: l.Addr, Requests: requests, Connections: l.Connections, Seconds: 0.5}).apply(); err != nil {
		return err // the first requests prepare statements
	}
	before, beforeServer := all.worked(), p.server.worked()
	o, err := l.apply()
	if err != nil {
		return err
	}
	spent := func(d time.Duration) float64 { return float64(d.Microseconds()) / float64(o.Requests) }
	service, server := spent(all.worked()-before), spent(p.server.worked()-beforeServer)
	statements, err := p.statementsOf(l)
	if err != nil {
		return err
	}
	fmt.Printf("  %d: %7.0f/s  p50 %6.0f us  p99 %6.0f us  a request: %.2f statements, %.0f us of processors in the service and %.0f in PostgreSQL\n",
		n, o.PerSecond, o.P50, o.P99, statements, service, server)
	return nil
}

func (p *postgresBench) statementsOf(l *load) (float64, error) {
	if err := p.server.count(true); err != nil {
		return 0, err
	}
	short := load{Addr: l.Addr, Requests: l.Requests, Connections: l.Connections, Seconds: 1}
	o, err := short.apply()
	if err != nil {
		return 0, err
	}
	n, err := p.server.statements(siteDatabase)
	if err != nil {
		return 0, err
	}
	return n / float64(o.Requests), p.server.count(false)
}

// apart measures them 5 ms away from the database with four connections each: then the
// cores are not full, and each process brings as much as the one before.
func (p *postgresBench) apart(requests []string) error {
	far, err := p.away(5 * time.Millisecond)
	if err != nil {
		return err
	}
	defer far.Close()
	fmt.Println("the same View with 5 ms to the database and 4 connections a process, where the cores are not full")
	for _, n := range []int{1, 2, 4} {
		if err := p.behind(n, requests, p.server.url(siteDatabase, far.Address())+"&pool_max_conns=4"); err != nil {
			return err
		}
	}
	return nil
}

// queue measures the delivery of hooks by 1 and by 4 processes.
func (p *postgresBench) queue() error {
	for _, n := range []int{1, 4} {
		if err := p.queueOf(n); err != nil {
			return err
		}
	}
	return nil
}

func (p *postgresBench) queueOf(n int) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var all services
	defer func() { all.stop() }()
	for range n {
		s, err := launch("/healthz", self, "hooked", p.direct(hookedDatabase))
		if err != nil {
			return err
		}
		s.rest = restPath
		all = append(all, s)
	}
	if err := all[0].atRest(); err != nil {
		return err
	}
	balancer, err := all.balancer()
	if err != nil {
		return err
	}
	before, err := all.delivered()
	if err != nil {
		return err
	}
	began := time.Now()
	o, err := (&load{Addr: balancer.addr, Requests: []string{postJSON("/api/hooked", noteBody)}, Connections: p.connections, Seconds: p.seconds}).apply()
	if err != nil {
		return err
	}
	under, err := all.delivered()
	if err != nil {
		return err
	}
	if err := all[0].atRest(); err != nil {
		return err
	}
	took := time.Since(began)
	after, err := all.delivered()
	if err != nil {
		return err
	}
	fmt.Printf("hooks, processes: %d: %.0f writes/s, %.0f%% of their hooks run under load, all %d after %.1f s: %.0f a second, %d writes\n",
		n, o.PerSecond, 100*(under-before)/(after-before), int(after-before), took.Seconds(), (after-before)/took.Seconds(), o.Requests)
	return nil
}

func (all services) delivered() (total float64, err error) {
	for _, s := range all {
		n, err := s.number(deliveredPath)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

// purges measures how long after the answer to a write the last of four processes has
// let go of the View that it kept.
func (p *postgresBench) purges() error {
	all, err := p.some(4, "bench/shared", p.direct(sharedDatabase))
	if err != nil {
		return err
	}
	defer all.stop()
	for changes, rate := range []float64{0, 200} {
		stop := all[0].write(rate)
		o, err := all.seen(seenWrites, changes)
		stop()
		if err != nil {
			return err
		}
		fmt.Printf("from the answer to a write to the last of 4 processes that shows it, beside %.0f writes a second: p50 %.1f ms  p99 %.1f ms  (goal under 1 s)\n",
			rate, o.P50/1000, o.P99/1000)
	}
	return nil
}

// write keeps writing at a rate until it is told to stop.
func (s *server) write(rate float64) (stop func()) {
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		if rate == 0 {
			return
		}
		ticks := time.Tick(time.Duration(float64(time.Second) / rate))
		for i := 0; ; i++ {
			select {
			case <-over:
				return
			case <-ticks:
				post := makePost(seenWrites + i%seenWrites)
				_ = ask(s, "/api/titles", retitled(post, "beside", i/seenWrites)) // one that fails is one less
			}
		}
	}()
	return func() { close(over); <-ended }
}

// retitled changes the title of a post that was changed so many times.
func retitled(p post, title string, changes int) string {
	return fmt.Sprintf(`{"id":%q,"title":%q,"expectedVersion":%d}`, p.id, title, filledVersion+changes)
}

// seen changes n entries, one after the other, and looks at every process until it
// shows each.
func (all services) seen(n, changes int) (outcome, error) {
	var took []time.Duration
	for i := range n {
		of, title := makePost(i), fmt.Sprintf("title-%d", time.Now().UnixNano())
		for _, s := range all { // from now on each of them keeps it
			if _, err := s.shows(of, title); err != nil {
				return outcome{}, err
			}
		}
		if err := ask(all[i%len(all)], "/api/titles", retitled(of, title, changes)); err != nil {
			return outcome{}, err
		}
		answered := time.Now()
		for _, s := range all {
			for shown := false; !shown; {
				var err error
				if shown, err = s.shows(of, title); err != nil {
					return outcome{}, err
				}
				if time.Since(answered) > time.Minute {
					return outcome{}, fmt.Errorf("%s never shows %s", s.addr, title)
				}
			}
		}
		took = append(took, time.Since(answered))
	}
	return outcome{P50: quantile(took, 0.5), P99: quantile(took, 0.99)}, nil
}

// shows reports whether a process shows a post under a title. Its answer is kept.
func (s *server) shows(p post, title string) (bool, error) {
	text, err := s.body("/api/views/titled?" + url.Values{"slug": {p.slug}, "locale": {p.locale}}.Encode())
	return strings.Contains(text, title), err
}

// distances measures a read and a write with some milliseconds to the database, and
// counts how often they go there and back.
func (p *postgresBench) distances() error {
	list, _ := p.postRequests()
	for _, distance := range []time.Duration{time.Millisecond, 5 * time.Millisecond, 20 * time.Millisecond} {
		far, err := p.away(distance)
		if err != nil {
			return err
		}
		s, err := p.serveOn("bench/site", p.server.url(siteDatabase, far.Address()))
		if err != nil {
			return err
		}
		fmt.Printf("%s to the database and back, one connection; the start took %s\n", distance, s.start.Round(time.Millisecond))
		for _, work := range []struct {
			name     string
			requests []string
			of       []string // what its statements say
		}{
			{"View, 20 rows", list, []string{`FROM "posts"`}},
			{"create", []string{postJSON("/api/notes", noteBody)}, []string{`INSERT INTO "notes"`, "COMMIT"}},
		} {
			if err = p.over(far, s, work.name, work.requests, work.of); err != nil {
				break
			}
		}
		s.stop()
		if err = errors.Join(err, far.Close()); err != nil {
			return err
		}
	}
	return nil
}

// away is a way to the server, so long there and back.
func (p *postgresBench) away(distance time.Duration) (*wire.Proxy, error) {
	proxy, err := wire.Listen(context.Background(), p.server.addr)
	if err == nil {
		proxy.Delay(distance / 2)
	}
	return proxy, err
}

func (p *postgresBench) over(far *wire.Proxy, s *server, name string, requests, of []string) error {
	l := &load{Addr: s.addr, Requests: requests, Connections: 1, Seconds: max(p.seconds/2, 1)}
	if _, err := l.apply(); err != nil {
		return err // statements are prepared, once a connection
	}
	stop := far.Record()
	o, err := l.apply()
	if err != nil {
		return err
	}
	trips := slices.DeleteFunc(stop(), func(t wire.Trip) bool { // sweeps and polls go on beside
		return !slices.ContainsFunc(of, func(text string) bool { return strings.Contains(t.String(), text) })
	})
	fmt.Printf("  %-14s p50 %6.1f ms  p99 %6.1f ms  %.2f round trips a request\n", name, o.P50/1000, o.P99/1000, float64(len(trips))/float64(o.Requests))
	return nil
}
