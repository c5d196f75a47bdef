package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/sync/errgroup"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/identity/identitytest"
	"github.com/quartet-dev/quartet/internal/mail/mailtest"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
)

var clusterOrders = flag.Int("cluster", 2000, "how many orders TestCluster writes")

const (
	processes     = 4
	writers       = 16
	clusterSecret = "a secret of the cluster, of 32 bytes or more"
)

// cluster is a site that several processes serve behind a balancer, from one database.
type cluster struct {
	t         *testing.T
	dir       string
	url       string // of the database
	mail      string
	balancer  *balancer
	processes [processes]*process
}

// process is one quartet serve.
type process struct {
	command *exec.Cmd
	address string
	ended   chan error
	log     bytes.Buffer // once it has ended
}

// Four processes behind a plain balancer serve one site: nothing that was answered is lost
// when one is killed, when they cannot hear each other for a while and when some are
// started again with the next version of the site; every hook takes effect; whoever is
// signed in is so everywhere.
func TestCluster(t *testing.T) {
	c := startCluster(t)
	t.Run("what one process writes, all show", c.showsEverywhere)
	t.Run("a session is good at every process", c.sharesSessions)
	t.Run("a limit is one for all processes", c.sharesLimits)
	t.Run("a move at a time is made once", c.movesOnce)
	t.Run("nothing is lost", c.losesNothing)
}

func startCluster(t *testing.T) *cluster {
	c := &cluster{t: t, dir: t.TempDir(), url: postgrestest.URL(t), mail: mailtest.Open(t).URL, balancer: startBalancer(t, processes)}
	if err := os.CopyFS(c.dir, os.DirFS("testdata/cluster")); err != nil {
		t.Fatal(err)
	}
	var starting sync.WaitGroup // at the same time, on a database without a table
	for i := range c.processes {
		starting.Go(func() { c.start(i) })
	}
	starting.Wait()
	if t.Failed() {
		t.FailNow()
	}
	if out, err := c.quartet("seed", c.dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Cleanup(func() {
		for i := range c.processes {
			c.stop(i)
		}
	})
	return c
}

// quartet is the program with the environment of the site.
func (c *cluster) quartet(arguments ...string) *exec.Cmd {
	command := exec.Command("quartet", arguments...)
	command.Env = append(os.Environ(), "DATABASE_URL="+c.url, "AUTH_SECRET="+clusterSecret, "PUBLIC_ORIGIN="+c.balancer.url, "MAIL_URL="+c.mail)
	return command
}

// start starts a process, and waits until it listens.
func (c *cluster) start(i int) {
	p := &process{ended: make(chan error, 1)}
	p.command = c.quartet("serve", c.dir, "--addr", "127.0.0.1:0", "--drain", "1s")
	out, err := p.command.StderrPipe()
	if err == nil {
		err = p.command.Start()
	}
	if err != nil {
		c.t.Error(err)
		return
	}
	listening := make(chan string, 1)
	go func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var line struct{ Msg, Addr, Level string }
			if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "listening" {
				listening <- line.Addr
			}
			p.log.WriteString(lines.Text() + "\n")
		}
		close(listening)
		p.ended <- p.command.Wait()
	}()
	c.processes[i] = p
	if p.address = <-listening; p.address == "" {
		c.t.Errorf("process %d does not listen: %v\n%s", i, <-p.ended, p.log.String())
		p.ended <- nil
		return
	}
	c.balancer.set(i, p.address)
}

// stop ends a process as an operator does, and wants a clean end.
func (c *cluster) stop(i int) {
	p := c.processes[i]
	_ = p.command.Process.Signal(syscall.SIGTERM) // one that has ended says so below
	if err := <-p.ended; err != nil {
		c.t.Errorf("process %d: %v\n%s", i, err, p.log.String())
	}
	p.ended <- nil
}

// kill ends a process in the middle of what it does.
func (c *cluster) kill(i int) {
	p := c.processes[i]
	_ = p.command.Process.Kill()
	<-p.ended //nolint:errcheck // it was killed
	p.ended <- nil
}

func (c *cluster) sql(statement string) string {
	c.t.Helper()
	ctx := context.Background()
	conn, err := pgconn.Connect(ctx, c.url)
	if err != nil {
		c.t.Fatal(err)
	}
	defer conn.Close(ctx) //nolint:errcheck // of the test
	results, err := conn.Exec(ctx, statement).ReadAll()
	if err != nil || len(results[0].Rows) == 0 {
		c.t.Fatal(statement, err)
	}
	return string(results[0].Rows[0][0])
}

// order writes an order by a base URL.
func order(base, key string) (status int, err error) {
	answer, err := http.Post(base+"/api/orders", "application/json", strings.NewReader(fmt.Sprintf(`{"key":%q}`, key)))
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close() //nolint:errcheck // of the test
	_, err = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode, err
}

// post is the one post, as a View shows it that each process keeps.
type post struct {
	ID             string
	Version, Count int
}

func readPost(base string) (post, error) {
	answer, err := http.Get(base + "/api/views/posts")
	if err != nil {
		return post{}, err
	}
	defer answer.Body.Close() //nolint:errcheck // of the test
	var page struct{ Data struct{ Rows []post } }
	if err := json.NewDecoder(answer.Body).Decode(&page); err != nil || len(page.Data.Rows) != 1 {
		return post{}, fmt.Errorf("%s: %d posts, %w", answer.Status, len(page.Data.Rows), err)
	}
	return page.Data.Rows[0], nil
}

// change gives the post another count.
func (p post) change(base string, count int) error {
	request, err := http.NewRequest(http.MethodPatch, base+"/api/posts/"+p.ID, strings.NewReader(fmt.Sprintf(`{"expectedVersion":%d,"count":%d}`, p.Version, count)))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	body, err := io.ReadAll(answer.Body)
	if answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", answer.Status, body)
	}
	return errors.Join(err, answer.Body.Close())
}

// Each process keeps its answer from before the write.
func (c *cluster) showsEverywhere(t *testing.T) {
	var took []time.Duration
	for i := 1; i <= 100; i++ {
		var before post
		for _, p := range c.processes {
			var err error
			if before, err = readPost("http://" + p.address); err != nil || before.Count != i-1 {
				t.Fatal(before, err)
			}
		}
		if err := before.change("http://"+c.processes[i%processes].address, i); err != nil {
			t.Fatal(err)
		}
		written := time.Now()
		for _, p := range c.processes {
			for now := before; now.Count != i; {
				var err error
				if now, err = readPost("http://" + p.address); err != nil || time.Since(written) > 30*time.Second {
					t.Fatal("never shown: ", err)
				}
			}
		}
		took = append(took, time.Since(written))
	}
	slices.Sort(took)
	t.Logf("from the answer of a write until the last of %d processes shows it: median %v, p99 %v, most %v", processes, took[50], took[98], took[99])
	if took[98] >= time.Second {
		t.Errorf("the p99 of that is %v, and is to be below a second", took[98])
	}
}

// signIn is the browser of somebody at the balancer.
func (c *cluster) signIn(t *testing.T, email string) *identitytest.Person {
	t.Helper()
	site, err := quartet.Open(t.Context(), quartet.Options{
		Dir: c.dir, Database: c.url, Logger: slog.New(slog.DiscardHandler),
		Development: &quartet.Development{Origin: c.balancer.url, Secret: clusterSecret},
	})
	if err != nil {
		t.Fatal(err)
	}
	link, err := site.SignInLink(t.Context(), email, "/", time.Minute)
	if err := errors.Join(err, site.Close()); err != nil {
		t.Fatal(err)
	}
	return identitytest.SignIn(t, link)
}

func (c *cluster) sharesSessions(t *testing.T) {
	person := c.signIn(t, "ann@cluster.example")
	id := person.ID()
	for _, p := range c.processes {
		person.Origin = "http://" + p.address
		if got := person.ID(); got != id {
			t.Errorf("at %s she is %s, not %s", p.address, got, id)
		}
	}
	person.Origin = c.balancer.url
	person.SignOut()
	for _, p := range c.processes {
		answer, err := person.Browser.Get("http://" + p.address + "/api/auth/get-session")
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if bytes.Contains(body, []byte(id)) {
			t.Errorf("at %s she is signed in still: %s", p.address, body)
		}
	}
}

// Five starts a minute for one address and account are allowed, wherever they are asked.
func (c *cluster) sharesLimits(t *testing.T) {
	var statuses []int
	for i := range 6 {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+c.processes[i%processes].address+"/api/auth/sign-in/magic-link",
			strings.NewReader(`{"email":"ben@cluster.example"}`))
		if err != nil {
			t.Fatal(err)
		}
		request.Header = http.Header{"Content-Type": {"application/json"}, "Origin": {c.balancer.url}}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		statuses = append(statuses, answer.StatusCode)
	}
	if want := []int{200, 200, 200, 200, 200, 429}; !slices.Equal(statuses, want) {
		t.Errorf("%v, want %v", statuses, want)
	}
}

// losesNothing writes while processes come and go.
func (c *cluster) losesNothing(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	var (
		count, refused atomic.Int64
		answered       sync.Map
		work           errgroup.Group
	)
	most := int64(*clusterOrders)
	for range writers {
		work.Go(func() error {
			for {
				i := count.Add(1)
				if i > most {
					return nil
				}
				key := fmt.Sprint("order-", i)
				switch status, err := order(c.balancer.url, key); {
				case err != nil:
					return err
				case status == http.StatusOK:
					answered.Store(key, true)
				case status == http.StatusServiceUnavailable:
					return fmt.Errorf("%s is refused: %d", key, status)
				default: // a process was killed while it had the request
					refused.Add(1)
				}
			}
		})
	}
	reads := c.read(ctx)
	var killed int64 // were refused when one was killed, and not when others were restarted
	for at, happens := range []func(){
		func() { c.kill(0); c.start(0) },
		func() {
			c.sql(`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'quartet changes' AND datname = current_database()`)
		},
		func() { killed = refused.Load(); c.deploy(); c.stop(1); c.start(1) },
		func() { c.stop(2); c.start(2) },
	} {
		for count.Load() < most*int64(at+1)/6 && count.Load() < most {
			time.Sleep(time.Millisecond)
		}
		happens()
	}
	if err := work.Wait(); err != nil {
		t.Error(err)
	}
	end()
	if n, err := reads(); err != nil {
		t.Error("a read that the balancer could have repeated has failed: ", err)
	} else {
		t.Logf("%d reads beside the writes, all answered", n)
	}
	c.wantOrders(&answered)
	c.wantReceipts()
	t.Logf("%d orders, of which %d were not answered when a process was killed and %d when others were restarted; %s receipts for them",
		most, killed, refused.Load()-killed, c.sql(`SELECT count(*) FROM receipts`))
}

// deploy is the next version of the site, for the processes that start from now on.
func (c *cluster) deploy() {
	file := filepath.Join(c.dir, "manifests", "orders.yaml")
	text, err := os.ReadFile(file)
	if err == nil {
		next := strings.Replace(string(text), "properties: { key: { type: string } } }\n  indexes: [[key]]", "properties: { key: { type: string }, note: { type: string } } }\n  indexes: [[key], [note]]", 1)
		if next == string(text) {
			err = errors.New("the next version is the last one")
		} else {
			err = os.WriteFile(file, []byte(next), 0o600)
		}
	}
	if err != nil {
		c.t.Error(err)
	}
}

// read reads by the balancer until ctx ends. What it returns gives how often, and what
// has failed.
func (c *cluster) read(ctx context.Context) func() (int64, error) {
	var reading errgroup.Group
	var reads atomic.Int64
	for range 4 {
		reading.Go(func() error {
			for ctx.Err() == nil {
				if _, err := readPost(c.balancer.url); err != nil {
					return err
				}
				reads.Add(1)
			}
			return nil
		})
	}
	return func() (int64, error) { err := reading.Wait(); return reads.Load(), err }
}

// wantOrders wants every answered order in the database, and none twice.
func (c *cluster) wantOrders(answered *sync.Map) {
	c.t.Helper()
	var keys []string
	answered.Range(func(key, _ any) bool { keys = append(keys, key.(string)); return true })
	found := c.sql(fmt.Sprintf(`SELECT count(DISTINCT key) FROM orders WHERE key = ANY ('{%s}')`, strings.Join(keys, ",")))
	if found != fmt.Sprint(len(keys)) {
		c.t.Errorf("of %d orders that were answered %s are there", len(keys), found)
	}
	if twice := c.sql(`SELECT count(*) - count(DISTINCT key) FROM orders`); twice != "0" {
		c.t.Errorf("%s orders are there twice", twice)
	}
}

// wantReceipts waits until every order has its receipt, answered or not.
func (c *cluster) wantReceipts() {
	c.t.Helper()
	const missing = `SELECT count(*) FROM orders o WHERE NOT EXISTS (SELECT 1 FROM receipts r WHERE r.key = o.key)`
	for begun := time.Now(); c.sql(missing) != "0"; time.Sleep(50 * time.Millisecond) {
		if time.Since(begun) > 2*time.Minute {
			c.t.Fatalf("%s orders have no receipt", c.sql(missing))
		}
	}
	if extra := c.sql(`SELECT count(*) FROM receipts r WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.key = r.key)`); extra != "0" {
		c.t.Errorf("%s receipts are for no order", extra)
	}
}
