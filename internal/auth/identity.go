package auth

import (
	"context"
	"net/url"
	"time"
)

// Identity is somebody as a provider knows them, after a sign-in there.
type Identity struct {
	Provider string // our id of the provider
	Subject  string // the provider's unchanging id of them
	Login    string // the name they go by there, or ""
	Email    string
	// EmailVerified says that the provider vouches for the address. One that it
	// does not vouch for counts for nothing, and is not kept.
	EmailVerified bool
	Name          string
	Image         string
	Tokens        ProviderTokens
}

// Account is a user's identity at a provider, as it is stored.
type Account struct {
	Provider  string
	Subject   string
	UserID    string
	Login     string
	Tokens    []byte // sealed ProviderTokens; nil for none
	CreatedAt time.Time
	UpdatedAt time.Time
}

const maxSubject = 255 // bytes; OpenID Connect Core, 2, sub

// SignInExternal signs in the user whom an identity belongs to. An identity that
// is new belongs to the user who has its verified address, or else to a new
// user; an address that the provider does not vouch for is none. The error
// is INPUT_VALIDATION_FAILED for an identity without provider or subject.
func (s *Service) SignInExternal(ctx context.Context, id Identity, v Browser) (in *SignedIn, err error) {
	e := s.newSignIn(id.Provider, v)
	account, err := s.account(&id, e.now)
	if err != nil {
		return nil, err
	}
	e.login = account.Login
	e.email = id.Email
	err = s.store.Update(ctx, "sign in with a provider", func(tx Tx) error {
		u, err := e.owner(tx, &id)
		if err != nil {
			return err
		}
		account.UserID = u.ID
		if err := tx.PutAccount(account); err != nil {
			return err
		}
		e.setAccount(u.Email)
		in, err = e.complete(tx, u)
		return err
	})
	if err != nil {
		return nil, err
	}
	return in, nil
}

// Accounts lists a user's identities by provider. Their tokens are sealed.
func (s *Service) Accounts(ctx context.Context, userID string) (accounts []*Account, err error) {
	err = s.store.Read(ctx, "list accounts", func(r Reader) error {
		accounts, err = r.Accounts(userID)
		return err
	})
	return accounts, err
}

// account checks an identity, brings its texts into form and makes its record,
// without the user.
func (s *Service) account(id *Identity, now time.Time) (*Account, error) {
	if id.Provider == "" || id.Subject == "" || len(id.Subject) > maxSubject {
		return nil, invalid("subject", "The provider did not say who this is.")
	}
	id.Login, id.Name, id.Image = clean(id.Login, maxName), clean(id.Name, maxName), imageOf(id.Image)
	id.Email, id.EmailVerified = verifiedAddress(id)
	tokens, err := s.seal(id.Tokens)
	if err != nil {
		return nil, err
	}
	return &Account{
		Provider: id.Provider, Subject: id.Subject, Login: id.Login, Tokens: tokens, CreatedAt: now, UpdatedAt: now,
	}, nil
}

// verifiedAddress is the address of an identity, or none: what is no address and what
// nobody has verified (decision 49).
func verifiedAddress(id *Identity) (email string, verified bool) {
	if !id.EmailVerified {
		return "", false
	}
	email, err := NormalizeEmail(id.Email)
	return email, err == nil
}

// imageOf passes https URLs alone.
func imageOf(image string) string {
	u, err := url.Parse(image)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || len(image) > maxImage {
		return ""
	}
	return u.String()
}

// owner finds or makes the user whom an identity belongs to, and lets them learn
// from it.
func (e *signInAttempt) owner(tx Tx, id *Identity) (*User, error) {
	u, err := holder(tx, id)
	if err != nil {
		return nil, err
	}
	if u == nil {
		u = e.newUser()
		u.Email, u.EmailVerified, u.Name, u.Image = id.Email, id.EmailVerified, id.Name, id.Image
		return u, tx.InsertUser(u)
	}
	return u, learn(tx, u, id, e.now)
}

// holder is the user of an identity: the one it has always had, or the one who
// has the address that it proves.
func holder(tx Tx, id *Identity) (*User, error) {
	account, err := tx.Account(id.Provider, id.Subject)
	switch {
	case err != nil:
		return nil, err
	case account != nil:
		return tx.User(account.UserID)
	case id.EmailVerified:
		return tx.UserByEmail(id.Email)
	default:
		return nil, nil
	}
}

// learn fills in what an identity tells of a user. A verified address is never
// replaced, and one that another user has is not taken.
func learn(tx Tx, u *User, id *Identity, now time.Time) error {
	before := *u
	if u.Name == "" {
		u.Name = id.Name
	}
	if u.Image == "" {
		u.Image = id.Image
	}
	if !u.EmailVerified && id.EmailVerified {
		if err := learnEmail(tx, u, id); err != nil {
			return err
		}
	}
	if *u == before {
		return nil
	}
	u.UpdatedAt = now
	return tx.UpdateUser(u)
}

func learnEmail(tx Tx, u *User, id *Identity) error {
	held, err := tx.UserByEmail(id.Email)
	if held == nil && err == nil {
		u.Email, u.EmailVerified = id.Email, true
	}
	return err
}
