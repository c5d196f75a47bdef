package auth

import (
	"bytes"
	"time"
)

const maxTries = 5 // of a code, in the browser that asked for it

// The limits of wrong codes (open-parts.md, Rate limits).
var (
	wrongCodes   = Limit{name: "wrong code", windows: []window{{24 * time.Hour, 60}}}                // for one account
	guessedCodes = Limit{name: "guessed code", windows: []window{{time.Minute, 5}, {time.Hour, 20}}} // by one address for one account, in other browsers
	beyondCodes  = Limit{name: "code beyond", windows: []window{{24 * time.Hour, 60}}}               // by one address for one account, beyond those of the account
)

// codeAttempt is a try at a code. In the browser that asked for one it is held
// against that code alone, so that nobody else spends it or takes its place;
// in any other browser against the account's newest (decision 109).
type codeAttempt struct {
	*signInAttempt
	email, proof []byte
	ownSubject   []byte
	daily, here  []meter // of the account, and of this address for it
	beyond       []meter // of this address for it, once those of the account are used

	own, newest *Verification
	asked       bool          // this browser asked for a code that has not expired
	wait        time.Duration // why it is refused, if not 0
	dailyWait   time.Duration // that of the account's wrong codes
}

// newCodeAttempt does the work that does not depend on what is stored.
func (e *signInAttempt) newCodeAttempt(email, code string, v Browser) *codeAttempt {
	e.setAccount(email)
	address, account := ByAddress(e.device.client()), ByAccount(email)
	pair := []string{address + " " + account}
	return &codeAttempt{
		signInAttempt: e, email: []byte(email), proof: proofOf(email, code), ownSubject: ownCode(v.CodeToken, email),
		daily: wrongCodes.meters([]string{account}), here: guessedCodes.meters(pair), beyond: beyondCodes.meters(pair),
	}
}

// check counts the try and reports whether it is right. Right or wrong, it runs
// the same statements and the same work on secrets until it knows (decision 88).
func (a *codeAttempt) check(tx Tx) (right bool, err error) {
	if err := a.load(tx); err != nil {
		return false, err
	}
	daily, here, known, err := a.waits(tx)
	if err != nil {
		return false, err
	}
	a.dailyWait = daily
	own, newest := a.service.counts(a.own, a.proof, a.now), a.service.counts(a.newest, a.proof, a.now)
	if a.asked {
		right = own && a.own.Tries <= maxTriesFor(daily > 0, known)
		if !right {
			a.wait = daily
		}
	} else {
		a.wait = max(daily, here)
		right = newest && a.wait == 0
	}
	if right {
		return true, nil
	}
	return false, a.fail(tx)
}

// load tries both codes: the own one counts its tries, the other is written so
// that each try writes, whether or not there are such codes (decision 50).
func (a *codeAttempt) load(tx Tx) (err error) {
	a.wait = 0 // of an earlier run of the transaction
	expires := a.now.Add(CodeLifetime)
	if a.own, err = tx.TryVerification(OwnCodeVerification, a.ownSubject, expires); err != nil {
		return err
	}
	a.newest, err = tx.TryVerification(CodeVerification, a.email, expires)
	a.asked = len(a.own.Proof) > 0 && a.now.Before(a.own.ExpiresAt)
	return err
}

// waits is how long the account's wrong codes, and those of this address for it,
// hold others, and whether the address has signed in to the account before and
// not guessed on beyond them.
func (a *codeAttempt) waits(tx Tx) (daily, here time.Duration, known bool, err error) {
	if daily, _, err = longest(tx, a.now, a.daily); err != nil {
		return 0, 0, false, err
	}
	if here, _, err = longest(tx, a.now, a.here); err != nil {
		return 0, 0, false, err
	}
	beyond, _, err := longest(tx, a.now, a.beyond)
	if err != nil {
		return 0, 0, false, err
	}
	known, err = a.earlier.any(tx, a.now)
	return daily, here, known && beyond == 0, err
}

// reached is the limit that refuses the try.
func (a *codeAttempt) reached() Limit {
	if a.wait == a.dailyWait {
		return wrongCodes
	}
	return guessedCodes
}

// maxTriesFor is how many tries of a code the browser that asked for it has. When
// others have used up the account's wrong codes of the day it has one, so that
// the person who was sent the code gets in and nobody goes on guessing; an address
// that has signed in before keeps them all, for as many wrong codes again.
func maxTriesFor(used, known bool) int {
	if used && !known {
		return 1
	}
	return maxTries
}

// fail counts a wrong code, unless a limit refuses it, and ends the code where
// it was the last try.
func (a *codeAttempt) fail(tx Tx) error {
	if a.asked && a.own.Tries >= maxTries && bytes.Equal(a.newest.Payload, a.own.Subject) {
		if _, err := tx.TakeVerification(CodeVerification, a.email); err != nil {
			return err
		}
	}
	for _, m := range a.wrong() {
		if err := m.count(tx, a.now); err != nil {
			return err
		}
	}
	return tx.Purge(a.now, purgeBatch)
}

// wrong are the meters that count a wrong code: none when a limit refused it.
func (a *codeAttempt) wrong() []meter {
	switch {
	case a.asked && a.wait > 0:
		return a.beyond
	case a.wait > 0:
		return nil
	case a.asked:
		return a.daily
	default:
		return append(a.daily, a.here...)
	}
}

// consume ends the code that was right, in this browser and in others.
func (a *codeAttempt) consume(tx Tx) error {
	own := a.own.Subject
	if !a.asked {
		own = a.newest.Payload
	}
	if _, err := tx.TakeVerification(OwnCodeVerification, own); err != nil {
		return err
	}
	_, err := tx.TakeVerification(CodeVerification, a.email)
	return err
}

// counts reports whether proof is what v wants, and v has not expired. It looks at
// the proof even where that changes nothing.
func (s *Service) counts(v *Verification, proof []byte, now time.Time) bool {
	right := s.keys.Verify(codes, proof, v.Proof)
	return right && now.Before(v.ExpiresAt)
}
