package auth

import (
	"cmp"
	"context"
	"encoding/base64"
	"maps"
	"math"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/keyring"
)

// Limit is how often something may be done, by one client address and, where it
// is known, for one account.
type Limit struct {
	name    string   // of its counts
	setting string   // the key of quartet.yaml that sets it; "" for none
	windows []window // none: no limit

	// local limits are counted in the memory of each process: they guard what
	// comes so often that a write for each would be the greater harm
	// (decision 52).
	local bool
}

type window struct {
	length time.Duration
	most   int
}

// The limits of open-parts.md, Rate limits, but for those of sign-ins, which are
// in startlimits.go and codeattempt.go.
var (
	Registrations = Limit{name: "register", setting: "auth.rateLimit.register", windows: []window{{time.Hour, 10}}}
	TokenRequests = Limit{name: "token", setting: "auth.rateLimit.token", windows: []window{{time.Minute, 60}}, local: true}
	OtherRequests = Limit{name: "other", setting: "auth.rateLimit.other", windows: []window{{time.Minute, 100}}, local: true}
)

// The limits of what handlers send by mail (decision 196).
var (
	MailOfSite      = Limit{name: "mail", windows: []window{{time.Minute, 100}, {time.Hour, 1000}}}
	MailOfRecipient = Limit{name: "mail to", windows: []window{{time.Minute, 10}, {time.Hour, 50}}}
)

// AnonymousCalls limits what callers without a credential do; it allows
// everything until it has rates.
var AnonymousCalls = Limit{name: "anonymous", setting: "rateLimit.triggers", local: true}

// With is the limit with other rates, at most so often in each length of time;
// without any it is the limit as it was.
func (l Limit) With(rates map[time.Duration]int) Limit {
	if len(rates) == 0 {
		return l
	}
	l.windows = nil
	for _, length := range slices.Sorted(maps.Keys(rates)) {
		l.windows = append(l.windows, window{length, rates[length]})
	}
	return l
}

// String says which limit it is and what it allows, for whoever has reached it.
func (l Limit) String() string {
	var rates []string
	for _, w := range l.windows {
		rates = append(rates, strconv.Itoa(w.most)+" in "+inWords[w.length])
	}
	return cmp.Or(l.setting, l.name) + ": " + strings.Join(rates, ", ")
}

// inWords are the lengths of time that a rate can have.
var inWords = map[time.Duration]string{time.Second: "a second", time.Minute: "a minute", time.Hour: "an hour", 24 * time.Hour: "a day"}

// WithOwnCounts is the limit with counts of its own.
func (l Limit) WithOwnCounts(name string) Limit {
	l.name = name
	return l
}

// ByAddress names a client for Allow. Addresses of IPv6 count by their /64,
// which is what one customer is given.
func ByAddress(a netip.Addr) string {
	a = a.Unmap()
	if a.Is6() {
		if p, err := a.WithZone("").Prefix(64); err == nil {
			return "address " + p.String()
		}
	}
	return "address " + a.String()
}

// ByAccount names an account for Allow: an address as it was given, or a user's
// id.
func ByAccount(account string) string {
	if email, err := NormalizeEmail(account); err == nil {
		account = email
	}
	return "account " + account
}

// Allow counts one more for each of who, unless one of them has reached the
// limit: then nothing is counted, and retry is how long until it would be
// allowed. The count slides: of the window before, it holds as much as the last
// length of time covers.
func (s *Service) Allow(ctx context.Context, l Limit, who ...string) (retry time.Duration, ok bool, err error) {
	now, meters := s.now(), l.meters(who)
	if l.local {
		return s.rates.allow(now, meters)
	}
	retry, _, err = allow(ctx, s.store, now, meters)
	return retry, err == nil && retry == 0, err
}

func allow(ctx context.Context, store diag.Described[Reader, Tx], now time.Time, meters []meter) (retry time.Duration, reached Limit, err error) {
	err = store.Update(ctx, "count requests", func(tx Tx) error {
		if retry, reached, err = countAll(tx, now, meters); err != nil || retry > 0 {
			return err
		}
		return tx.Purge(now, purgeBatch)
	})
	return retry, reached, err
}

// StoredCounter is a Counter whose counts are in a store, where every process
// sees them, and they outlive a restart.
type StoredCounter struct {
	store diag.Described[Reader, Tx]
}

// NewStoredCounter makes a StoredCounter over a store.
func NewStoredCounter(store Store) *StoredCounter {
	return &StoredCounter{diag.Described[Reader, Tx]{Store: store}}
}

// Allow is Service.Allow for several limits that hold together: unless all allow
// it, none counts. The error is RATE_LIMITED with that message, for WaitOf, where one of
// them is reached.
func (c *StoredCounter) Allow(ctx context.Context, message string, all ...Held) error {
	var meters []meter
	for _, each := range all {
		meters = append(meters, each.Limit.meters(each.By)...)
	}
	wait, reached, err := allow(ctx, c.store, time.Now().UTC().Truncate(time.Millisecond), meters)
	if err == nil && wait > 0 {
		return tooOften(message, wait, reached)
	}
	return err
}

// Held is a limit and those who are held to it. A name that comes several times
// counts as often.
type Held struct {
	Limit Limit
	By    []string
}

// rateStore keeps counts.
type rateStore interface {
	Rate(bucket string, window time.Time) (int, error)
	CountRate(bucket string, window, ends time.Time) error
}

// meter is one count that is held against one window's limit.
type meter struct {
	window
	bucket string
	of     Limit
}

// meters are the counts for each of who, whose names may be long and are no
// business of the table's.
func (l Limit) meters(who []string) (all []meter) {
	for _, name := range who {
		whom := base64.RawURLEncoding.EncodeToString(keyring.Hash(name)[:16])
		for _, w := range l.windows {
			all = append(all, meter{w, l.name + "/" + strconv.Itoa(int(w.length/time.Second)) + "/" + whom, l})
		}
	}
	return all
}

// countAll counts in every meter, or in none when one is full; then it gives the
// longest wait, and the limit that it is for.
func countAll(t rateStore, now time.Time, meters []meter) (wait time.Duration, reached Limit, err error) {
	wait, reached, err = longest(t, now, meters)
	if err != nil || wait > 0 {
		return wait, reached, err
	}
	for _, m := range meters {
		if err := m.count(t, now); err != nil {
			return 0, Limit{}, err
		}
	}
	return 0, Limit{}, nil
}

// longest is the longest wait of the meters and the limit that it is for, 0 when none is
// full.
func longest(t rateStore, now time.Time, meters []meter) (wait time.Duration, reached Limit, err error) {
	for _, m := range meters {
		w, err := m.wait(t, now)
		if err != nil {
			return 0, Limit{}, err
		}
		if w > wait {
			wait, reached = w, m.of
		}
	}
	return wait, reached, nil
}

// count counts one more.
func (m meter) count(t rateStore, now time.Time) error {
	start := now.Truncate(m.length)
	return t.CountRate(m.bucket, start, start.Add(2*m.length))
}

// wait is how long until one more is allowed, 0 for now.
func (m meter) wait(t rateStore, now time.Time) (time.Duration, error) {
	start := now.Truncate(m.length)
	before, err := t.Rate(m.bucket, start.Add(-m.length))
	if err != nil {
		return 0, err
	}
	here, err := t.Rate(m.bucket, start)
	if err != nil {
		return 0, err
	}
	passed := now.Sub(start)
	if wait := m.clears(before, here) - passed; wait <= 0 {
		return 0, nil
	} else if here < m.most {
		return wait, nil
	}
	return m.length - passed + m.clears(here, 0), nil
}

// clears is when in a window so little of the one before counts still that one
// more is allowed beside those that are here. Beyond the window's length it is
// not allowed before the next one.
func (m meter) clears(before, here int) time.Duration {
	switch room := m.most - 1 - here; {
	case room < 0:
		return m.length + 1
	case before <= room:
		return 0
	default:
		share := 1 - float64(room)/float64(before)
		return time.Duration(math.Ceil(share * float64(m.length)))
	}
}
