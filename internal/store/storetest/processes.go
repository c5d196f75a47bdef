package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/keyring"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/oauth"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/queue"
)

// Process is a store as one of several processes has it, all on one database.
type Process interface {
	content.Store
	AuditLog

	Auth() auth.Store
	OAuth() oauth.Store
	Media() media.Store
	Outbox() queue.Store
}

// ProcessOpener opens the store of one more process on an empty database for a plan.
// The suite closes it.
type ProcessOpener func(p *plan.Plan, keep audit.Retention) Process

// RunProcesses runs what several processes do at once on one database. open gives a
// test a database of its own.
func RunProcesses(t *testing.T, open func(t *testing.T) ProcessOpener) {
	for name, test := range map[string]func(*crowd){
		"First owner": testOneFirstOwner, "Sign-ins": testSignInsAtOnce, "Codes": testCodesAtOnce, "Invitations": testInvitationsAtOnce,
		"Last owner": testOwnersAtOnce, "Rates": testRatesAtOnce, "Keys": testKeysAtOnce, "Proofs": testProofsAtOnce,
		"Exchanges": testExchangesAtOnce, "Uploads": testUploadsAtOnce, "Versions": testVersionsAtOnce, "Secrets": testSecretsAtOnce, "Claims": testClaimsAtOnce,
		"Sweeps": testSweepsAtOnce,
	} {
		t.Run(name, func(t *testing.T) { test(newCrowd(t, open(t))) })
	}
}

const processes = 4

// crowd are processes on one database.
type crowd struct {
	*testing.T
	plan      *plan.Plan
	processes []Process
}

func newCrowd(t *testing.T, open ProcessOpener) *crowd {
	t.Helper()
	c := &crowd{T: t, plan: plantest.Seal(t, items)}
	for range processes {
		p := open(c.plan, audit.Retention{Versions: 10, Published: 3})
		t.Cleanup(func() {
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		})
		c.processes = append(c.processes, p)
	}
	return c
}

// of is the process that a writer is in.
func (c *crowd) of(writer int) Process { return c.processes[writer%processes] }

func (c *crowd) ok(errs ...error) {
	c.Helper()
	if err := errors.Join(errs...); err != nil {
		c.Fatalf("%v, because of %v", err, errors.Unwrap(err))
	}
}

// letters hand the code of a mail to whoever asked for it: two may ask for one address, and
// their mails come in any order.
type letters struct{}

// mailed is the key of a context for where the code of its mail goes.
type mailed struct{}

func (letters) SendCode(ctx context.Context, _, code, _ string) error {
	*ctx.Value(mailed{}).(*string) = code
	return nil
}

func (letters) SendLink(context.Context, string, string, string) error { return nil }

func (letters) SendInvitation(context.Context, string, string, string, string, string) error {
	return nil
}

// signing are the processes' services of sign-in, which share a secret.
type signing struct {
	*crowd
	services []*auth.Service
}

func (c *crowd) signing(o auth.Options) *signing {
	c.Helper()
	s := &signing{crowd: c}
	keys, err := keyring.New("a secret of all processes of a test", "")
	c.ok(err)
	for _, p := range c.processes {
		s.services = append(s.services, auth.New(p.Auth(), keys, letters{}, o))
	}
	return s
}

func (s *signing) at(writer int) *auth.Service { return s.services[writer%processes] }

// asked is a browser that asked for a code, and the code that came.
type asked struct {
	auth.Browser
	code string
}

// ask mails a code to an address; the browser that asked has its token.
func (s *signing) ask(writer int, email string) (a asked, err error) {
	a.Device.Address = fmt.Sprintf("192.0.2.%d", writer+1)
	a.CodeToken, err = s.at(writer).SendCode(context.WithValue(context.Background(), mailed{}, &a.code), email, "en")
	return a, err
}

// enter signs somebody in who has just been sent a code.
func (s *signing) enter(writer int, email string, from asked) (*auth.SignedIn, error) {
	return s.at(writer).SignInWithCode(context.Background(), email, from.code, from.Browser)
}

// in signs somebody in.
func (s *signing) in(writer int, email string) (*auth.SignedIn, error) {
	from, err := s.ask(writer, email)
	if err != nil {
		return nil, err
	}
	return s.enter(writer, email, from)
}

func person0(writer int) string { return fmt.Sprintf("person%d@example.com", writer) }

// testOneFirstOwner: of those who sign in first at once, one is the owner.
func testOneFirstOwner(c *crowd) {
	s := c.signing(auth.Options{FirstIsOwner: true})
	var owners atomic.Int64
	c.ok(together(func(w int) error {
		in, err := s.in(w, person0(w))
		if err == nil && in.User.Role == auth.Owner {
			owners.Add(1)
		}
		return err
	})...)
	staff, _, err := s.at(0).Staff(context.Background(), auth.Cursor{}, 100)
	if len(staff) != 1 || owners.Load() != 1 || err != nil {
		c.Errorf("%d owners are stored, %d were told so, %v", len(staff), owners.Load(), err)
	}
}

// testSignInsAtOnce: everybody who shows the right code is signed in, each has a
// session in every process, and one address is one user.
func testSignInsAtOnce(c *crowd) {
	s := c.signing(auth.Options{})
	users := make([]string, writers)
	c.ok(together(func(w int) error {
		in, err := s.in(w, person0(w/2)) // two for each address
		if err != nil {
			return err
		}
		session, u, err := s.at(w+1).Session(context.Background(), in.Token)
		if err == nil && (session == nil || u.Email != person0(w/2)) {
			err = fmt.Errorf("the session of %s counts for nothing elsewhere", person0(w/2))
		}
		users[w] = in.User.ID
		return err
	})...)
	slices.Sort(users)
	if distinct := len(slices.Compact(users)); distinct != writers/2 {
		c.Errorf("%d users, want %d", distinct, writers/2)
	}
}

// testCodesAtOnce: a code lets in one, whoever else has it, and the others' tries
// are refused and have no session.
func testCodesAtOnce(c *crowd) {
	s := c.signing(auth.Options{})
	from, err := s.ask(0, "ann@example.com")
	c.ok(err)
	var in atomic.Int64
	c.ok(together(func(w int) error {
		entered, err := s.enter(w, "ann@example.com", from)
		if diag.HasCode(err, diag.Unauthenticated) || diag.HasCode(err, diag.RateLimited) {
			return nil
		}
		if err == nil {
			in.Add(1)
			if session, _, err := s.at(w).Session(context.Background(), entered.Token); session == nil || err != nil {
				return fmt.Errorf("a sign-in without a session, %w", err)
			}
		}
		return err
	})...)
	if in.Load() != 1 {
		c.Errorf("%d were let in, want 1", in.Load())
	}
}

// testInvitationsAtOnce: an invitation is accepted once, however many sign in with
// its address.
func testInvitationsAtOnce(c *crowd) {
	s := c.signing(auth.Options{OwnerEmail: "owner@example.com"})
	owner, err := s.in(0, "owner@example.com")
	c.ok(err)
	_, _, err = s.at(1).Invite(context.Background(), audit.Actor{ID: owner.User.ID}, "ann@example.com", auth.Editor, "", "en")
	c.ok(err)
	c.ok(together(func(w int) error {
		in, err := s.in(w, "ann@example.com")
		if diag.HasCode(err, diag.Unauthenticated) { // another browser asked after it
			return nil
		}
		if err == nil && in.User.Role != auth.Editor {
			err = fmt.Errorf("ann is %q", in.User.Role)
		}
		return err
	})...)
	lines, _, err := c.of(0).AuditRecords(context.Background(), audit.Query{Limit: 100})
	c.ok(err)
	given := slices.DeleteFunc(lines, func(l audit.Record) bool { return l.Action != audit.ChangeRole || l.Subject == owner.User.ID })
	if len(given) != 1 {
		c.Errorf("the role was given %d times", len(given))
	}
}

// testOwnersAtOnce: of two owners who take each other's role at once one stays.
func testOwnersAtOnce(c *crowd) {
	s := c.signing(auth.Options{OwnerEmail: person0(0)})
	owners := make([]*auth.SignedIn, 2)
	for i := range owners {
		var err error
		owners[i], err = s.in(i, person0(i))
		c.ok(err)
	}
	for range 5 {
		c.ok(s.at(0).SetRole(context.Background(), audit.Actor{ID: owners[0].User.ID}, owners[1].User.ID, auth.Owner))
		together(func(w int) error {
			return s.at(w).SetRole(context.Background(), audit.Actor{ID: owners[w%2].User.ID}, owners[(w+1)%2].User.ID, auth.Editor)
		})
		staff, _, err := s.at(0).Staff(context.Background(), auth.Cursor{}, 100)
		c.ok(err)
		left := slices.DeleteFunc(staff, func(m *auth.Staff) bool { return m.Role != auth.Owner })
		if len(left) != 1 {
			c.Fatalf("%d owners are left", len(left))
		}
		if left[0].ID == owners[1].User.ID {
			owners[0], owners[1] = owners[1], owners[0]
		}
	}
}

// testRatesAtOnce: a limit allows as many as it says, whichever process is asked.
func testRatesAtOnce(c *crowd) {
	s := c.signing(auth.Options{})
	limit := auth.Limit{}.WithOwnCounts("test").With(map[time.Duration]int{1000 * time.Hour: 10})
	var allowed atomic.Int64
	c.ok(together(func(w int) error {
		for range 3 {
			_, ok, err := s.at(w).Allow(context.Background(), limit, "somebody")
			if err != nil {
				return err
			}
			if ok {
				allowed.Add(1)
			}
		}
		return nil
	})...)
	if allowed.Load() != 10 {
		c.Errorf("%d were allowed, want 10", allowed.Load())
	}
}

// testKeysAtOnce: a key that everybody uses at once lets everybody in.
func testKeysAtOnce(c *crowd) {
	s := c.signing(auth.Options{OwnerEmail: person0(0)})
	owner, err := s.in(0, person0(0))
	c.ok(err)
	_, secret, err := s.at(0).CreateKey(context.Background(), audit.Actor{ID: owner.User.ID}, "a machine", nil, time.Time{})
	c.ok(err)
	c.ok(together(func(w int) error {
		_, err := s.at(w).VerifyKey(context.Background(), secret)
		return err
	})...)
}

// testProofsAtOnce: a proof counts once, and different ones do not hold each other
// up, also while old ones are removed.
func testProofsAtOnce(c *crowd) {
	now := time.Now()
	show := func(w int, name string, expires time.Time) (fresh bool, err error) {
		err = c.of(w).OAuth().Update(context.Background(), func(tx oauth.Tx) error {
			if fresh, err = tx.InsertProof([]byte(name), expires); err != nil {
				return err
			}
			return tx.DropProofs(now, 20)
		})
		return fresh, err
	}
	var same, own atomic.Int64
	c.ok(together(func(w int) error {
		for i := range 5 {
			if fresh, err := show(w, fmt.Sprint("same", i), now.Add(time.Hour)); err != nil {
				return err
			} else if fresh {
				same.Add(1)
			}
			if fresh, err := show(w, fmt.Sprint("own", w, i), now.Add(-time.Hour)); err != nil {
				return err
			} else if fresh {
				own.Add(1)
			}
		}
		return nil
	})...)
	if same.Load() != 5 || own.Load() != 5*writers {
		c.Errorf("%d of the same proofs were new, want 5; of others %d, want %d", same.Load(), own.Load(), 5*writers)
	}
}

// testExchangesAtOnce: a code is spent once, a refresh token has one successor, and
// whoever comes later finds it.
func testExchangesAtOnce(c *crowd) {
	now := time.Now()
	c.ok(c.of(0).OAuth().Update(context.Background(), func(tx oauth.Tx) error {
		return errors.Join(
			tx.InsertCode(&oauth.AuthorizationCode{Hash: []byte("code"), GrantID: "grant", ExpiresAt: now.Add(time.Hour)}),
			tx.InsertRefreshToken(&oauth.RefreshToken{Hash: []byte("first"), GrantID: "grant", ExpiresAt: now.Add(time.Hour)}))
	}))
	var spent atomic.Int64
	successors := make([]string, writers)
	c.ok(together(func(w int) error {
		first := false
		err := c.of(w).OAuth().Update(context.Background(), func(tx oauth.Tx) (err error) {
			if first, err = tx.SpendCode([]byte("code")); err != nil {
				return err
			}
			successors[w], err = succeed(tx, fmt.Sprint("successor", w), now)
			return err
		})
		if first {
			spent.Add(1)
		}
		return err
	})...)
	if distinct := slices.Compact(slices.Sorted(slices.Values(successors))); spent.Load() != 1 || len(distinct) != 1 {
		c.Errorf("the code was spent %d times, the token has the successors %v", spent.Load(), distinct)
	}
}

// succeed gives the token first a successor, unless it has one.
func succeed(tx oauth.Tx, name string, now time.Time) (string, error) {
	stored, err := tx.RefreshToken([]byte("first"))
	if err != nil || stored.Successor != nil {
		return string(stored.Successor), err
	}
	stored.Successor = []byte(name)
	err = tx.RotateRefreshToken(stored, now, now.Add(-time.Minute))
	return name, errors.Join(err, tx.InsertRefreshToken(&oauth.RefreshToken{Hash: []byte(name), GrantID: "grant", ExpiresAt: now.Add(time.Hour)}))
}

// testUploadsAtOnce: nobody has more uploads open than they may.
func testUploadsAtOnce(c *crowd) {
	now := time.Now().UnixMilli()
	var opened atomic.Int64
	c.ok(together(func(w int) error {
		made := false
		err := c.of(w).Media().Update(context.Background(), func(tx media.Tx) error {
			open, _, err := tx.Open("ann", now)
			made = err == nil && open < media.MaxOpen
			if err != nil || !made {
				return err
			}
			return tx.PutGroup(&media.Group{ID: fmt.Sprint("group", w), Asset: fmt.Sprint("asset", w), Creator: "ann", Due: now + 60_000})
		})
		if made {
			opened.Add(1)
		}
		return err
	})...)
	if opened.Load() != media.MaxOpen {
		c.Errorf("%d uploads were opened, want %d", opened.Load(), media.MaxOpen)
	}
}

// testVersionsAtOnce: each of those who replace an asset's bytes at once makes a
// version of its own.
func testVersionsAtOnce(c *crowd) {
	put := func(w int, version int) error {
		return c.of(w).Media().Update(context.Background(), func(tx media.Tx) error {
			id, a := fmt.Sprint("group", w, "-", version), &media.Asset{ID: "asset"}
			if former, err := tx.Assets([]string{a.ID}); err != nil {
				return err
			} else if len(former) > 0 {
				a = former[0]
			}
			a.Version++
			a.Group = id
			return errors.Join(tx.PutGroup(&media.Group{ID: id, Asset: a.ID, Version: a.Version}), tx.PutAsset(a))
		})
	}
	c.ok(put(0, 0))
	c.ok(together(func(w int) error { return put(w, 1) })...)
	c.ok(c.of(0).Media().Read(context.Background(), func(r media.Reader) error {
		found, err := r.Assets([]string{"asset"})
		if len(found) != 1 || found[0].Version != writers+1 {
			c.Errorf("the asset is %+v, want version %d", found, writers+1)
		}
		return err
	}))
}

// testSecretsAtOnce: all have the secret that one has made.
func testSecretsAtOnce(c *crowd) {
	secrets := make([]string, writers)
	c.ok(together(func(w int) error {
		secret, err := c.of(w).Secret(context.Background(), "test")
		secrets[w] = string(secret)
		return err
	})...)
	slices.Sort(secrets)
	if len(slices.Compact(secrets)) != 1 {
		c.Error("there are several secrets")
	}
}

// testClaimsAtOnce: of events that are stored while workers of all processes claim
// them, each goes to one; and what one worker holds is no work of another's.
func testClaimsAtOnce(c *crowd) {
	const each = 25
	var mu sync.Mutex
	took := map[string]int{}
	var stored atomic.Int64
	c.ok(together(func(w int) error {
		if w%2 == 0 {
			defer stored.Add(1)
			return c.storeEvents(w, each)
		}
		return c.claimAll(w, func() bool { return stored.Load() == writers/2 }, func(event string) {
			mu.Lock()
			defer mu.Unlock()
			took[event]++
		})
	})...)
	for event, times := range took {
		if times != 1 {
			c.Errorf("%s was claimed %d times", event, times)
		}
	}
	if len(took) != each*writers/2 {
		c.Errorf("%d events were claimed, want %d", len(took), each*writers/2)
	}
}

func (c *crowd) storeEvents(w, n int) error {
	for i := range n {
		id := fmt.Sprintf("e-%d-%d", w, i)
		err := c.of(w).Write(context.Background(), &content.Write{
			Op: content.Insert, Schema: c.plan.Schema("items"), Entry: draft(id, nil), Event: event(id, "first"), Purge: true,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// claimAll claims events and ends them, until all are stored and none is due.
func (c *crowd) claimAll(w int, stored func() bool, took func(event string)) error {
	q := c.of(w).Outbox()
	var done []*queue.Outcome
	for {
		last := stored()
		claims, err := q.Settle(context.Background(), done, 3, time.Minute)
		if err != nil {
			return err
		}
		for _, o := range done {
			if o.Err != nil {
				return o.Err
			}
		}
		if last && len(claims) == 0 {
			return nil
		}
		done = nil
		for _, claim := range claims {
			if claim.Hook != content.Purge {
				took(claim.ID)
			}
			done = append(done, &queue.Outcome{Claim: claim})
		}
	}
}

// testSweepsAtOnce: sweeps of all processes at once keep each version once, within
// the bounds, while others write.
func testSweepsAtOnce(c *crowd) {
	errs := together(func(w int) error {
		if w%2 == 0 {
			return c.edit(w, 60)
		}
		for range 4 {
			if err := c.of(w).Sweep(context.Background()); err != nil {
				return err
			}
		}
		return nil
	})
	c.ok(errs...)
	for w := 0; w < writers; w += 2 { // each has one more change than was swept
		c.ok(c.edit(w, 1))
	}
	c.ok(together(func(w int) error { return c.of(w).Sweep(context.Background()) })...)
	for w := 0; w < writers; w += 2 {
		c.wantNewest(fmt.Sprint("book", w), 10)
	}
}

// edit changes an entry so many times; the first time makes it.
func (c *crowd) edit(w, times int) error {
	id, s := fmt.Sprint("book", w), c.of(w)
	for range times {
		was, err := s.Entry(context.Background(), c.plan.Schema("items"), id)
		if err != nil && !diag.HasCode(err, diag.NotFound) {
			return err
		}
		if err := s.Write(context.Background(), c.change(id, was)); err != nil {
			return err
		}
	}
	return nil
}

func (c *crowd) change(id string, was *content.Entry) *content.Write {
	l := &audit.Record{Time: time.Now().UnixMilli(), Surface: audit.Admin, Action: audit.Create, Collection: "items", Subject: id, Version: 1}
	w := &content.Write{Op: content.Insert, Schema: c.plan.Schema("items"), Entry: draft(id, map[string]any{"count": int64(1)}), Record: l}
	if was != nil {
		next := *was
		next.Version++
		next.Data = map[string]any{"count": next.Version}
		w.Op, w.Entry, w.Expect = content.Update, &next, content.Expect{Version: was.Version, Status: was.Status}
		l.Action, l.Version, l.Undo = audit.Update, next.Version, audit.Undo("", was.Data, next.Data)
	}
	return w
}

// wantNewest checks that so many of the newest versions of an entry are there, as
// they were, and not the one before.
func (c *crowd) wantNewest(id string, kept int64) {
	c.Helper()
	now, err := c.of(0).Entry(context.Background(), c.plan.Schema("items"), id)
	c.ok(err)
	for version := now.Version; version >= now.Version-kept; version-- {
		state, err := c.of(1).EntryVersion(context.Background(), "items", id, version)
		if version == now.Version-kept {
			if !diag.HasCode(err, diag.NotFound) {
				c.Errorf("version %d of %s is kept, %v", version, id, err)
			}
			return
		}
		if err != nil || string(state.Data["count"]) != fmt.Sprint(version) {
			c.Errorf("version %d of %s is %v, %v", version, id, state, err)
		}
	}
}
