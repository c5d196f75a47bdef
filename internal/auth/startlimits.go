package auth

import (
	"context"
	"net/netip"
	"time"
)

// StartLimits are how often a sign-in by mail may begin (open-parts.md, Rate
// limits). What may begin for an account from everywhere is no setting.
type StartLimits struct {
	Pair    Limit // by one client address, for one account
	Address Limit // by one client address
}

// SignInStarts are the limits where none are declared.
var SignInStarts = StartLimits{
	Pair:    Limit{name: "sign-in", setting: "auth.rateLimit.signIn, for one account", windows: []window{{time.Minute, 5}, {time.Hour, 20}}},
	Address: Limit{name: "sign-in address", setting: "auth.rateLimit.signIn, for one address", windows: []window{{time.Minute, 20}, {time.Hour, 100}}},
}

// manyAccounts is for how many accounts one address may begin as many sign-ins as
// for one, where rates are declared; SignInStarts has it so for an hour.
const manyAccounts = 5

// With is the limits with other rates for a pair, and so many times them for an
// address; without any they are as they were.
func (l StartLimits) With(rates map[time.Duration]int) StartLimits {
	most := make(map[time.Duration]int, len(rates))
	for length, each := range rates {
		most[length] = manyAccounts * each
	}
	return StartLimits{Pair: l.Pair.With(rates), Address: l.Address.With(most)}
}

// The 200 sign-ins a day that may begin for one account. Addresses that have
// signed in to it have a share that nobody else can use up, and after it that of
// everybody.
var (
	dailyUnknown = Limit{name: "sign-in strangers", setting: "sign-ins that begin for one account", windows: []window{{24 * time.Hour, 150}}}
	dailyKnown   = Limit{name: "sign-in familiar", windows: []window{{24 * time.Hour, 50}}}
)

// LimitStart counts one more sign-in by mail that a client begins for an
// account, known or not, unless a limit is reached: then nothing is counted, and the
// error is RATE_LIMITED, for WaitOf and LimitOf.
func (s *Service) LimitStart(ctx context.Context, l StartLimits, from netip.Addr, account string) error {
	var retry time.Duration
	var reached Limit
	now, address, whose := s.now(), ByAddress(from), ByAccount(account)
	visits := earlierSignInsOf(address, whose)
	meters := append(l.Address.meters([]string{address}), l.Pair.meters([]string{address + " " + whose})...)
	strangers, familiar := dailyUnknown.meters([]string{whose}), dailyKnown.meters([]string{whose})
	err := s.store.Update(ctx, "count sign-ins", func(tx Tx) error {
		known, err := visits.any(tx, now)
		if err != nil {
			return err
		}
		used, _, err := longest(tx, now, familiar)
		if err != nil {
			return err
		}
		daily := strangers
		if known && used == 0 {
			daily = familiar
		}
		if retry, reached, err = countAll(tx, now, append(meters, daily...)); err != nil || retry > 0 {
			return err
		}
		return tx.Purge(now, purgeBatch)
	})
	if err == nil && retry > 0 {
		return tooOften("Too many requests; Retry-After says when to try again.", retry, reached)
	}
	return err
}

// signInAddresses counts the sign-ins of an account from a client address. The address
// is known for 90 to 180 days after one.
var signInAddresses = Limit{name: "signed in", windows: []window{{MaxSessionLifetime, 1}}}

// earlierSignIns are the sign-ins of an account from an address.
type earlierSignIns struct{ meter }

func earlierSignInsOf(address, account string) earlierSignIns {
	return earlierSignIns{signInAddresses.meters([]string{address + " " + account})[0]}
}

// any reports whether there was one. It always costs the same.
func (v earlierSignIns) any(t rateStore, now time.Time) (bool, error) {
	start := now.Truncate(v.length)
	before, err := t.Rate(v.bucket, start.Add(-v.length))
	if err != nil {
		return false, err
	}
	here, err := t.Rate(v.bucket, start)
	return before+here > 0, err
}

// setAccount names the account that is signed in to, if all is right.
func (e *signInAttempt) setAccount(email string) {
	e.earlier = earlierSignInsOf(ByAddress(e.device.client()), ByAccount(email))
}

// client is the client's address; the zero Addr for what is none.
func (d Device) client() netip.Addr {
	from, _ := netip.ParseAddr(d.Address)
	return from
}

// recordAddress makes the client's address known for the user's account.
func (e *signInAttempt) recordAddress(tx Tx, u *User) error {
	if !u.EmailVerified || !e.device.client().IsValid() {
		return nil
	}
	return e.earlier.count(tx, e.now)
}
