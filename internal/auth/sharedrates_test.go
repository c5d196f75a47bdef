package auth_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

func sharedStore(t *testing.T) auth.Store {
	t.Helper()
	s, err := sqlite.OpenPlatform(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "site.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s.Auth()
}

// open-parts.md, Rate limits: counts live in the database when several processes share it.
func TestProcessesCountTogetherWhatEachCountsInItsMemory(t *testing.T) {
	store := sharedStore(t)
	var processes []*auth.Service
	for range 4 {
		processes = append(processes, auth.New(store, nil, nil, auth.Options{ShareRates: true}))
	}
	allowed := func(who string) (count int) {
		for i := range 400 {
			_, ok, err := processes[i%4].Allow(context.Background(), auth.OtherRequests, who)
			if err != nil {
				t.Fatal(err)
			}
			if ok {
				count++
			}
			if i%20 == 19 { // a second in which five came to each
				for _, p := range processes {
					p.ExchangeRates()
				}
			}
		}
		return count
	}
	// Each learns of the others a second later: fifteen at most are too many.
	if n := allowed("ann"); n < 100 || n > 115 {
		t.Errorf("%d are allowed by four processes, and a hundred by the limit", n)
	}
	_, ok, err := processes[0].Allow(context.Background(), auth.OtherRequests, "ben")
	if !ok || err != nil {
		t.Error("another client is refused: ", err)
	}
}

// A restart forgets nothing that was told.
func TestACounterThatSharesLearnsWhatWasCountedBefore(t *testing.T) {
	store := sharedStore(t)
	counter := func() *auth.Counter {
		c := auth.NewCounter(auth.OtherRequests)
		c.Share(store)
		return c
	}
	before, after := counter(), counter()
	for range 100 {
		if _, ok := before.Allow("ann"); !ok {
			t.Fatal("refused too soon")
		}
	}
	before.ExchangeRates()
	if _, ok := after.Allow("ann"); !ok {
		t.Fatal("it cannot know yet")
	}
	after.ExchangeRates()
	if _, ok := after.Allow("ann"); ok {
		t.Error("it has not learned")
	}
}

// Many clients at once cost one exchange a bounded write; the others are told later.
func TestAnExchangeIsBounded(t *testing.T) {
	store := sharedStore(t)
	one, other := auth.NewCounter(auth.OtherRequests), auth.NewCounter(auth.OtherRequests)
	one.Share(store)
	other.Share(store)
	for i := range 1000 {
		one.Allow(fmt.Sprint("client ", i))
	}
	for range 100 {
		one.Allow("ann")
	}
	one.ExchangeRates()
	other.Allow("ann")
	other.ExchangeRates()
	if _, ok := other.Allow("ann"); ok {
		t.Error("who asks most is told of first")
	}
}
