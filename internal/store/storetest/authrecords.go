package storetest

import (
	"bytes"
	"context"
	"errors"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
)

func testVerifications(f *authFixture) {
	v := &auth.Verification{
		Kind: auth.CodeVerification, Subject: []byte("ann"), Proof: []byte{0, 1, 2}, Payload: []byte("sealed"), ExpiresAt: at(5),
	}
	put := func() { f.update(func(tx auth.Tx) error { return tx.PutVerification(v) }) }
	try := func(kind auth.VerificationKind, subject string) (got *auth.Verification) {
		f.update(func(tx auth.Tx) (err error) {
			got, err = tx.TryVerification(kind, []byte(subject), at(50))
			return err
		})
		return got
	}
	want := func(got, want *auth.Verification) {
		f.t.Helper()
		if diff := cmp.Diff(want, got, cmp.Comparer(bytes.Equal)); diff != "" {
			f.t.Error(diff)
		}
	}

	look := func(kind auth.VerificationKind) (got *auth.Verification) {
		f.read(func(r auth.Reader) (err error) {
			got, err = r.Verification(kind, v.Subject)
			return err
		})
		return got
	}

	put()
	for range 2 { // a look leaves it as it is
		want(look(v.Kind), v)
	}
	want(look(auth.LinkVerification), nil)
	tried := *v
	for range 7 {
		tried.Tries++
		want(try(auth.CodeVerification, "ann"), &tried)
	}
	put() // a new one begins anew
	tried.Tries = 1
	want(try(auth.CodeVerification, "ann"), &tried)

	// A try of none leaves one that nothing proves, and leaves its end alone.
	for tries := 1; tries < 3; tries++ {
		want(try(auth.CodeVerification, "ben"), &auth.Verification{
			Kind: auth.CodeVerification, Subject: []byte("ben"), Tries: tries, ExpiresAt: at(50),
		})
	}
	f.wantOneTaker(v.Kind, "ann")
	f.update(func(tx auth.Tx) error {
		got, err := tx.TakeVerification(auth.LinkVerification, []byte("ben"))
		want(got, nil)
		return err
	})
}

// wantOneTaker: of many who take a verification at once, one gets it.
func (f *authFixture) wantOneTaker(kind auth.VerificationKind, subject string) {
	f.t.Helper()
	taken := make([]bool, writers)
	errs := together(func(w int) error {
		return f.store.Update(context.Background(), func(tx auth.Tx) error {
			v, err := tx.TakeVerification(kind, []byte(subject))
			taken[w] = v != nil
			return err
		})
	})
	count := 0
	for _, got := range taken {
		if got {
			count++
		}
	}
	if err := errors.Join(errs...); count != 1 || err != nil {
		f.t.Errorf("%d took it, %v; want 1", count, err)
	}
}

func testInvitations(f *authFixture) {
	i := &auth.Invitation{ID: "i1", Email: "ann@tea.example", Role: auth.Editor, InvitedBy: "ben", CreatedAt: at(1), ExpiresAt: at(10)}
	again := &auth.Invitation{ID: "i2", Email: i.Email, Role: auth.Owner, InvitedBy: "cat", CreatedAt: at(2), ExpiresAt: at(20)}
	later := &auth.Invitation{ID: "i3", Email: "dan@tea.example", Role: auth.Contributor, InvitedBy: "cat", CreatedAt: at(3), ExpiresAt: at(15)}
	byID := func(id string) func(auth.Reader) (*auth.Invitation, error) {
		return func(r auth.Reader) (*auth.Invitation, error) { return r.Invitation(id) }
	}
	waiting := func(second int, after string, limit int) func(auth.Reader) ([]*auth.Invitation, error) {
		return func(r auth.Reader) ([]*auth.Invitation, error) { return r.Invitations(at(second), after, limit) }
	}
	for _, each := range []*auth.Invitation{i, later, again} {
		f.update(func(tx auth.Tx) error { return tx.PutInvitation(each) })
	}
	same(f, byID("i1"), nil) // the second took its place
	same(f, byID("i2"), again)
	same(f, func(r auth.Reader) (*auth.Invitation, error) { return r.InvitationFor(i.Email) }, again)
	same(f, waiting(5, "", 10), []*auth.Invitation{again, later})
	same(f, waiting(5, "", 1), []*auth.Invitation{again})
	same(f, waiting(5, "i2", 10), []*auth.Invitation{later})
	same(f, waiting(15, "", 10), []*auth.Invitation{again})

	for _, want := range []bool{true, false} {
		f.update(func(tx auth.Tx) error {
			accepted, err := tx.AcceptInvitation("i2", at(6))
			if accepted != want {
				f.t.Errorf("accepted is %v, want %v", accepted, want)
			}
			return err
		})
	}
	again.AcceptedAt = at(6)
	same(f, byID("i2"), again)
	same(f, waiting(5, "", 10), []*auth.Invitation{later})
	f.update(func(tx auth.Tx) error { return tx.DeleteInvitation("i3") })
	same(f, byID("i3"), nil)
	f.update(func(tx auth.Tx) error { return tx.Purge(at(20), 10) })
	same(f, byID("i2"), nil)
}

func testKeys(f *authFixture) {
	forever := &auth.Key{ID: "k1", Name: "字", Start: "qk_AB", Scopes: []string{"read", "write"}, CreatedBy: "ann", CreatedAt: at(1)}
	brief := &auth.Key{ID: "k2", Name: "b", Start: "qk_CD", Scopes: []string{}, CreatedBy: "ann", CreatedAt: at(2), ExpiresAt: at(3)}
	byHash := func(id string) func(auth.Reader) (*auth.Key, error) {
		return func(r auth.Reader) (*auth.Key, error) { return r.KeyByHash(hashOf(id)) }
	}
	list := func(after string, limit int) func(auth.Reader) ([]*auth.Key, error) {
		return func(r auth.Reader) ([]*auth.Key, error) { return r.Keys(after, limit) }
	}
	for _, k := range []*auth.Key{brief, forever} {
		f.update(func(tx auth.Tx) error { return tx.InsertKey(k, hashOf(k.ID)) })
		same(f, byHash(k.ID), k)
	}
	same(f, byHash("none"), nil)
	f.update(func(tx auth.Tx) error { return tx.SetKeyUsed("k1", at(7)) })
	forever.UsedAt = at(7)
	same(f, list("", 10), []*auth.Key{forever, brief})
	same(f, list("", 1), []*auth.Key{forever})
	same(f, list("k1", 10), []*auth.Key{brief})
	wantError(f, "a second key of one hash", func(tx auth.Tx) error {
		return tx.InsertKey(&auth.Key{ID: "k3", CreatedAt: at(1)}, hashOf("k1"))
	})
	for _, want := range []bool{true, false} {
		f.update(func(tx auth.Tx) error {
			ended, err := tx.DeleteKey("k1")
			if ended != want {
				f.t.Errorf("ended is %v, want %v", ended, want)
			}
			return err
		})
	}
	same(f, byHash("k1"), nil)
}

func wantError(f *authFixture, what string, fn func(auth.Tx) error) {
	f.t.Helper()
	var d *diag.Diagnostic
	if err := f.store.Update(context.Background(), fn); !errors.As(err, &d) {
		f.t.Errorf("%s: %v, want a diagnostic", what, err)
	}
}

func testRates(f *authFixture) {
	rate := func(bucket string, second, want int) {
		f.t.Helper()
		f.update(func(tx auth.Tx) error {
			got, err := tx.Rate(bucket, at(second))
			if got != want {
				f.t.Errorf("%s at %d is %d, want %d", bucket, second, got, want)
			}
			return err
		})
	}
	errs := together(func(int) error {
		return f.store.Update(context.Background(), func(tx auth.Tx) error { return tx.CountRate("a", at(0), at(120)) })
	})
	if err := errors.Join(errs...); err != nil {
		f.t.Fatal(err)
	}
	f.update(func(tx auth.Tx) error { return tx.CountRate("a", at(60), at(180)) })
	for _, want := range []int{3, 6} {
		f.update(func(tx auth.Tx) error {
			got, err := tx.AddRate("c", at(60), at(180), 3)
			if got != want {
				f.t.Errorf("three more make %d, want %d", got, want)
			}
			return err
		})
	}
	rate("a", 0, writers)
	rate("a", 60, 1)
	rate("a", 120, 0)
	rate("b", 0, 0)
	f.update(func(tx auth.Tx) error { return tx.Purge(at(120), 10) })
	rate("a", 0, 0)
	rate("a", 60, 1)
}
