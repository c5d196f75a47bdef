package auth_test

import (
	"context"
	"net/netip"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/quartet-dev/quartet/internal/auth"
)

// allowed is how many of n tries at this moment are allowed, and how long the
// last one is told to wait.
func (w *testSite) allowed(l auth.Limit, n int, who ...string) (count int, retry time.Duration) {
	w.t.Helper()
	return w.tries(n, func(int) (time.Duration, bool, error) { return w.Allow(context.Background(), l, who...) })
}

// tries is allowed for tries of any kind.
func (w *testSite) tries(n int, try func(i int) (time.Duration, bool, error)) (count int, retry time.Duration) {
	w.t.Helper()
	for i := range n {
		wait, ok, err := try(i)
		w.ok(err)
		if ok != (wait == 0) {
			w.t.Fatalf("allowed is %v with a wait of %v", ok, wait)
		}
		if retry = wait; ok {
			count++
		}
	}
	return count, retry
}

// open-parts.md, Rate limits: the table.
func TestTheTableOfLimits(t *testing.T) {
	for name, c := range map[string]struct {
		limit  auth.Limit
		every  time.Duration // how often it is tried
		within time.Duration
		most   int
	}{
		"sign-in starts in a minute":       {auth.SignInStarts.Pair, time.Second, time.Minute, 5},
		"sign-in starts in an hour":        {auth.SignInStarts.Pair, 10 * time.Second, time.Hour, 20},
		"starts of an address in a minute": {auth.SignInStarts.Address, time.Second, time.Minute, 20},
		"starts of an address in an hour":  {auth.SignInStarts.Address, 10 * time.Second, time.Hour, 100},
		"registrations in an hour":         {auth.Registrations, time.Minute, time.Hour, 10},
		"token requests in a minute":       {auth.TokenRequests, 100 * time.Millisecond, time.Minute, 60},
		"other requests in a minute":       {auth.OtherRequests, 100 * time.Millisecond, time.Minute, 100},
		"mail of a site in a minute":       {auth.MailOfSite, 100 * time.Millisecond, time.Minute, 100},
		"mail of a site in an hour":        {auth.MailOfSite, time.Second, time.Hour, 1000},
		"mail to somebody in a minute":     {auth.MailOfRecipient, time.Second, time.Minute, 10},
		"mail to somebody in an hour":      {auth.MailOfRecipient, 10 * time.Second, time.Hour, 50},
		"sign-in starts at a moment":       {auth.SignInStarts.Pair, 0, 0, 5},
		"registrations at a moment":        {auth.Registrations, 0, 0, 10},
		"token requests at a moment":       {auth.TokenRequests, 0, 0, 60},
		"other requests at a moment":       {auth.OtherRequests, 0, 0, 100},
	} {
		t.Run(name, func(t *testing.T) {
			w := newTestSite(t, auth.Options{})
			count := 0
			if c.every == 0 {
				count, _ = w.allowed(c.limit, 200, "ann")
			}
			for start := w.now; c.every > 0 && w.now.Before(start.Add(c.within)); w.pass(c.every) {
				n, _ := w.allowed(c.limit, 1, "ann")
				count += n
			}
			if count != c.most {
				t.Errorf("%d are allowed, want %d", count, c.most)
			}
		})
	}
}

func TestALimitIsForEachOfWho(t *testing.T) {
	for name, limit := range map[string]auth.Limit{"stored": auth.Registrations, "local": auth.TokenRequests} {
		t.Run(name, func(t *testing.T) {
			w := newTestSite(t, auth.Options{})
			all, _ := w.allowed(limit, 1000, "address 1", "account a")
			for _, who := range [][]string{{"address 1"}, {"account a"}, {"address 1", "account b"}, {"address 2", "account a"}} {
				if n, retry := w.allowed(limit, 1, who...); n != 0 || retry <= 0 {
					t.Errorf("%v is allowed, though one of them has reached the limit", who)
				}
			}
			// What was refused was not counted for the others.
			if n, _ := w.allowed(limit, 1000, "account b"); n != all {
				t.Errorf("%d are left for another, want %d", n, all)
			}
		})
	}
}

// Whoever keeps trying is let in no later than whoever waits.
func TestWhatIsRefusedIsNotCounted(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	w.allowed(auth.SignInStarts.Pair, 5, "ann")
	_, retry := w.allowed(auth.SignInStarts.Pair, 100, "ann")
	w.pass(retry)
	if n, _ := w.allowed(auth.SignInStarts.Pair, 1, "ann"); n != 1 {
		t.Errorf("refused after the wait of %v", retry)
	}
}

// Retry-After is neither too short nor much too long.
func TestTheWaitIsTrue(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	rapid.Check(t, func(rt *rapid.T) {
		limit := rapid.SampledFrom([]auth.Limit{auth.TokenRequests, auth.OtherRequests}).Draw(rt, "limit")
		who := rapid.StringN(8, 8, -1).Draw(rt, "who")
		for _, ms := range rapid.SliceOfN(rapid.IntRange(0, 70_000), 1, 5).Draw(rt, "passes") {
			w.pass(time.Duration(ms) * time.Millisecond)
			w.allowed(limit, rapid.IntRange(0, 120).Draw(rt, "tries"), who)
		}
		_, retry := w.allowed(limit, 101, who)
		if retry <= 0 || retry > 2*time.Minute {
			rt.Fatalf("to wait %v", retry)
		}
		w.pass(retry - 2*time.Millisecond)
		early, _ := w.allowed(limit, 1, who)
		w.pass(3 * time.Millisecond)
		if n, again := w.allowed(limit, 1, who); early != 0 || n != 1 {
			rt.Fatalf("told to wait %v: early %d, then %d, to wait %v", retry, early, n, again)
		}
	})
}

// Counts live in the database, which several processes share; they pass away.
func TestStoredCountsAreShared(t *testing.T) {
	w := newTestSite(t, auth.Options{})
	w.allowed(auth.Registrations, 4, "ann")
	other := newTestSite(t, auth.Options{})
	other.path = w.path
	other.Service = auth.New(other.open(), secretKeys(t), nil, auth.Options{Now: func() time.Time { return w.now }})
	if n, _ := other.allowed(auth.Registrations, 20, "ann"); n != 6 {
		t.Errorf("%d are allowed in another process, want 6", n)
	}
	w.pass(2 * time.Hour)
	if n, _ := w.allowed(auth.Registrations, 20, "ann"); n != 10 {
		t.Errorf("%d are allowed two hours later, want 10", n)
	}
}

func TestNamesForLimits(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.1":            "address 192.0.2.1",
		"::ffff:192.0.2.1":     "address 192.0.2.1",
		"2001:db8:1:2:3:4:5:6": "address 2001:db8:1:2::/64",
		"fe80::1%eth0":         "address fe80::/64",
	} {
		if got := auth.ByAddress(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s is %q, want %q", address, got, want)
		}
	}
	if auth.ByAccount(" Ann@Tea.example ") != auth.ByAccount(ann) || auth.ByAccount("ann") == auth.ByAccount("ben") {
		t.Error("accounts are told apart by more or less than they are")
	}
	w := newTestSite(t, auth.Options{})
	long := strings.Repeat("x", 1<<20)
	w.allowed(auth.Registrations, 1, long)
	if len(w.files()) > 1<<20 {
		t.Error("a name is stored as long as it is")
	}
}
