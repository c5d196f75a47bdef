package auth_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
)

const owner = "owner@tea.example"

// site is a test site with an owner, who has signed in.
func site(t testing.TB) (*testSite, *auth.SignedIn) {
	t.Helper()
	w := newTestSite(t, auth.Options{OwnerEmail: owner})
	return w, w.in(owner)
}

// interface.md, First owner and roles, 1 and 2.
func TestTheFirstOwner(t *testing.T) {
	login := auth.Options{OwnerLogin: "Ann-Lee", OwnerProvider: "github"}
	email := auth.Options{OwnerEmail: "Ann@Tea.example"}
	named := func(id auth.Identity, login string) auth.Identity { id.Login = login; return id }
	byCode := func(email string) auth.Identity { return auth.Identity{Email: email} }
	for name, c := range map[string]struct {
		opts    auth.Options
		signIns []auth.Identity
		want    int // which sign-in makes an owner; -1 for none
	}{
		"the login":                       {login, []auth.Identity{named(github("1", "", false), "Ann-Lee")}, 0},
		"the login in another case":       {login, []auth.Identity{named(github("1", "", false), "ann-lEE")}, 0},
		"another login":                   {login, []auth.Identity{named(github("1", "", false), "ann-leigh")}, -1},
		"the login elsewhere":             {login, []auth.Identity{named(gitlab("1", "", false), "Ann-Lee")}, -1},
		"letters that fold into it":       {auth.Options{OwnerLogin: "kim", OwnerProvider: "github"}, []auth.Identity{named(github("1", "", false), "\u212Aim")}, -1},
		"no login where none is set":      {auth.Options{OwnerProvider: "github"}, []auth.Identity{named(github("1", "", false), "")}, -1},
		"a user who was there before":     {login, []auth.Identity{github("1", ann, true), byCode(ann), named(github("1", "", false), "Ann-Lee")}, 2},
		"the second with the login":       {login, []auth.Identity{named(github("1", "", false), "Ann-Lee"), named(github("2", "", false), "Ann-Lee")}, 0},
		"the address by code":             {email, []auth.Identity{byCode("ben@tea.example"), byCode(ann)}, 1},
		"the address, vouched for":        {email, []auth.Identity{github("1", ann, true)}, 0},
		"the address, claimed":            {email, []auth.Identity{github("1", ann, false)}, -1},
		"the address, had but not proven": {email, []auth.Identity{github("1", "x@tea.example", true)}, -1},
		"whoever is first":                {auth.Options{FirstIsOwner: true}, []auth.Identity{byCode(ann), byCode("ben@tea.example")}, 0},
		"nobody":                          {auth.Options{}, []auth.Identity{byCode(ann)}, -1},
		"an owner who is no address":      {auth.Options{OwnerEmail: "nobody"}, []auth.Identity{github("1", "", true), byCode(ann)}, -1},
	} {
		t.Run(name, func(t *testing.T) {
			w := newTestSite(t, c.opts)
			for i, id := range c.signIns {
				want := auth.None
				if i == c.want {
					want = auth.Owner
				}
				in := w.enter(id)
				if stored := w.user(in.User.ID).Role; in.User.Role != want || stored != want {
					t.Errorf("sign-in %d gives %q, stored %q; want %q", i, in.User.Role, stored, want)
				}
			}
		})
	}
}

// 2: promotion is blocked once any staff user exists.
func TestNoOwnerIsMadeBesideStaff(t *testing.T) {
	w, in := site(t)
	other := w.in(ann)
	w.ok(w.SetRole(t.Context(), by(in.User.ID), other.User.ID, auth.Contributor))
	late := newTestSite(t, auth.Options{})
	late.Service = auth.New(w.open(), secretKeys(t), w.mail, auth.Options{FirstIsOwner: true})
	if got := late.external(github("1", "", false)); got.User.Role != auth.None {
		t.Errorf("a second owner came about: %+v", got.User)
	}
}

func TestTwoAtOnceMakeOneOwner(t *testing.T) {
	w := newTestSite(t, auth.Options{FirstIsOwner: true})
	together(t, "", func(i int) error {
		_, err := w.SignInExternal(context.Background(), github(fmt.Sprint(i), "", false), laptop)
		return err
	})
	staff, next, err := w.Staff(t.Context(), auth.Cursor{}, 100)
	if len(staff) != 1 || next != nil || err != nil {
		t.Errorf("staff are %v, %v; want one", staff, err)
	}
}

// admin-api.md, PATCH /staff/:id/role; interface.md, User role.
func TestOwnersGiveAndTakeRoles(t *testing.T) {
	w, in := site(t)
	other := w.in(ann)
	roleOf := func(want auth.Role) {
		t.Helper()
		_, u, err := w.Session(t.Context(), other.Token)
		w.ok(err)
		if u == nil || u.Role != want {
			t.Errorf("the session has %+v, want the role %q", u, want)
		}
	}
	for _, role := range []auth.Role{auth.Contributor, auth.Owner, auth.Editor} {
		w.ok(w.SetRole(t.Context(), by(in.User.ID), other.User.ID, role))
		roleOf(role) // at once, in a session that was there before
	}
	w.ok(w.SetRole(t.Context(), by(in.User.ID), other.User.ID, auth.None))
	if w.alive(other.Token) || w.user(other.User.ID).Role != auth.None {
		t.Error("a session outlived the role")
	}
}

// The role that somebody has already is no change: nothing is written down, and
// no session ends.
func TestTheSameRoleIsNoChange(t *testing.T) {
	w, in := site(t)
	for _, role := range []auth.Role{auth.None, auth.Contributor, auth.Owner} {
		other := w.in(ann)
		w.ok(w.SetRole(t.Context(), by(in.User.ID), other.User.ID, role))
		before, lines := w.user(other.User.ID), len(w.auditRecords())
		w.pass(time.Second)
		w.ok(w.SetRole(t.Context(), by(in.User.ID), other.User.ID, role))
		if !w.alive(other.Token) {
			t.Errorf("%q again: the session is over", role)
		}
		if diff := cmp.Diff(before, w.user(other.User.ID)); diff != "" || len(w.auditRecords()) != lines {
			t.Errorf("%q again: %d lines after %d %s", role, len(w.auditRecords()), lines, diff)
		}
	}
}

// Whoever changes staff and keys is written down with what they came with.
func TestAuditRecordsNameTheCredential(t *testing.T) {
	w, in := site(t)
	maker := audit.Actor{ID: in.User.ID, Credential: "session", Client: "c1"}
	other := w.in(ann).User.ID
	seen := len(w.auditRecords())
	w.ok(w.SetRole(t.Context(), maker, other, auth.Contributor))
	i, _, err := w.Invite(t.Context(), maker, "ben@tea.example", auth.Editor, "", "en")
	w.ok(err)
	w.ok(w.DeleteInvitation(t.Context(), maker, i.ID))
	_, _, err = w.Invite(t.Context(), maker, ann, auth.Editor, "", "en")
	w.ok(err)
	w.ok(w.SetRole(t.Context(), maker, other, auth.None))
	k, _, err := w.CreateKey(t.Context(), maker, "k", nil, time.Time{})
	w.ok(err)
	w.ok(w.RevokeKey(t.Context(), maker, k.ID))
	w.ok(w.DeleteUser(t.Context(), maker, other))
	want := []audit.Action{
		audit.ChangeRole, audit.Invite, audit.DeleteInvitation, audit.Invite, audit.DeleteInvitation, audit.ChangeRole,
		audit.CreateKey, audit.RevokeKey, audit.DeleteUser,
	}
	var got []audit.Action
	for _, l := range w.auditRecords()[seen:] {
		got = append(got, l.Action)
		if l.Actor != maker {
			t.Errorf("%s is written down as by %+v", l.Action, l.Actor)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestRolesThatMayNotChange(t *testing.T) {
	w, in := site(t)
	editor, plain := w.in("editor@tea.example").User.ID, w.in("plain@tea.example").User.ID
	w.ok(w.SetRole(t.Context(), by(in.User.ID), editor, auth.Editor))
	for name, c := range map[string]struct {
		actor, user string
		role        auth.Role
		want        diag.Code
	}{
		"one's own":         {in.User.ID, in.User.ID, auth.Editor, diag.Conflict},
		"one's own, to one": {in.User.ID, in.User.ID, auth.Owner, diag.Conflict},
		"nobody's":          {in.User.ID, "nobody", auth.Editor, diag.NotFound},
		"by an editor":      {editor, plain, auth.Contributor, diag.AuthDenied},
		"by a plain user":   {plain, plain, auth.Owner, diag.AuthDenied},
		"by nobody":         {"", plain, auth.Owner, diag.AuthDenied},
		"to what is none":   {in.User.ID, plain, "admin", diag.InputValidationFailed},
	} {
		if err := w.SetRole(t.Context(), by(c.actor), c.user, c.role); !diag.HasCode(err, c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if w.user(in.User.ID).Role != auth.Owner || w.user(editor).Role != auth.Editor || w.user(plain).Role != auth.None {
		t.Error("a role has changed")
	}
}

// The last owner stays, however the others go.
func TestAnOwnerAlwaysRemains(t *testing.T) {
	w, in := site(t)
	second := w.in(ann).User.ID
	wantCode(t, w.DeleteUser(t.Context(), by(in.User.ID), in.User.ID), diag.Conflict)
	w.ok(w.SetRole(t.Context(), by(in.User.ID), second, auth.Owner))
	ids := []string{in.User.ID, second}
	won := together(t, diag.AuthDenied, func(i int) error { // each takes the other's role
		return w.SetRole(context.Background(), by(ids[i%2]), ids[(i+1)%2], auth.None)
	})
	staff, _, err := w.Staff(t.Context(), auth.Cursor{}, 10)
	if len(staff) != 1 || won == 0 || err != nil {
		t.Fatalf("staff are %v, %v; want one", staff, err)
	}
	wantCode(t, w.DeleteUser(t.Context(), by(staff[0].ID), staff[0].ID), diag.Conflict)
}

func TestWhoDeletesUsers(t *testing.T) {
	w, in := site(t)
	one, two, three := w.in("1@tea.example").User.ID, w.in("2@tea.example").User.ID, w.in("3@tea.example").User.ID
	wantCode(t, w.DeleteUser(t.Context(), by(one), two), diag.AuthDenied)
	wantCode(t, w.DeleteUser(t.Context(), by(""), two), diag.AuthDenied)
	wantCode(t, w.DeleteUser(t.Context(), by(in.User.ID), "nobody"), diag.NotFound)
	w.ok(w.DeleteUser(t.Context(), by(one), one))
	w.ok(w.DeleteUser(t.Context(), by(in.User.ID), two))
	w.ok(w.SetRole(t.Context(), by(in.User.ID), three, auth.Owner))
	w.ok(w.DeleteUser(t.Context(), by(in.User.ID), in.User.ID)) // no longer the last one
}

func TestListsGoOn(t *testing.T) {
	w, in := site(t)
	for i := range 5 {
		w.pass(time.Second)
		u := w.in(fmt.Sprintf("u%d@tea.example", i)).User.ID
		w.ok(w.SetRole(t.Context(), by(in.User.ID), u, auth.Editor))
	}
	var staff, members []string
	after, before := &auth.Cursor{}, &auth.Cursor{}
	for pages := 0; after != nil; pages++ {
		list, next, err := w.Staff(t.Context(), *after, 4)
		w.ok(err)
		for _, s := range list {
			staff = append(staff, s.Email)
		}
		if after = next; pages > 2 {
			t.Fatal("the list has no end")
		}
	}
	for pages := 0; before != nil; pages++ {
		list, next, err := w.Members(t.Context(), "TEA", *before, 3)
		w.ok(err)
		for _, u := range list {
			members = append(members, u.Email)
		}
		if before = next; pages > 2 {
			t.Fatal("the list has no end")
		}
	}
	if len(staff) != 6 || staff[0] != owner || len(members) != 6 || members[5] != owner {
		t.Errorf("staff %v, members %v", staff, members)
	}
	_, _, err := w.Members(t.Context(), string(make([]byte, 201)), auth.Cursor{}, 3)
	wantCode(t, err, diag.InputValidationFailed)
}
