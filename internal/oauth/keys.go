package oauth

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/keyring"
)

const (
	keyLifetime        = 90 * 24 * time.Hour // that a key signs
	retiredKeyLifetime = 24 * time.Hour      // that it is published for afterwards: longer than its tokens and caches live
	keyCache           = 5 * time.Minute     // before what other processes did to the keys is looked at

	sealedKeys keyring.Purpose = "oauth signing keys"
)

// keys are the keys that sign access tokens, as this process knows them.
type keys struct {
	store   diag.Described[Reader, Tx]
	secrets *keyring.Keyring
	now     func() time.Time

	mu     sync.Mutex
	read   time.Time // when known was read
	known  []SigningKey
	public map[string]*ecdsa.PublicKey
	signer jose.Signer // nil when no known key can sign
}

// sign gives what signs now. It makes a key when there is none, when the one
// that there is has signed for its time, or cannot be opened because the
// secret that sealed it is gone.
func (k *keys) sign(ctx context.Context) (jose.Signer, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.refresh(ctx); err != nil {
		return nil, err
	}
	if k.signer == nil {
		if err := k.rotate(ctx); err != nil {
			return nil, err
		}
	}
	if k.signer == nil {
		return nil, diag.Internal(errors.New("a new signing key cannot be opened"))
	}
	return k.signer, nil
}

// verifying is the public key of that id, nil when there is none. Another
// process may have made it just now, so that what is unknown is looked up.
func (k *keys) verifying(ctx context.Context, id string) (*ecdsa.PublicKey, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.refresh(ctx); err != nil {
		return nil, err
	}
	if found := k.public[id]; found != nil {
		return found, nil
	}
	err := k.load(ctx)
	return k.public[id], err
}

func (k *keys) refresh(ctx context.Context) error {
	if age := k.now().Sub(k.read); k.public != nil && age >= 0 && age < keyCache {
		return nil
	}
	return k.load(ctx)
}

func (k *keys) load(ctx context.Context) error {
	var found []SigningKey
	err := k.store.Read(ctx, "read the signing keys", func(r Reader) (err error) {
		found, err = r.SigningKeys()
		return err
	})
	if err != nil {
		return err
	}
	return k.use(found)
}

// use takes over the keys of the store. The youngest that can be opened signs.
func (k *keys) use(found []SigningKey) error {
	k.read, k.known, k.signer = k.now(), found, nil
	k.public = make(map[string]*ecdsa.PublicKey, len(found))
	var signs time.Time
	for _, each := range found {
		var public jose.JSONWebKey
		if err := public.UnmarshalJSON(each.Public); err != nil {
			return diag.Internal(err)
		}
		k.public[each.ID], _ = public.Key.(*ecdsa.PublicKey)
		if each.RetiredAt.IsZero() && k.now().Before(each.CreatedAt.Add(keyLifetime)) && !each.CreatedAt.Before(signs) {
			if signer := k.open(each); signer != nil {
				k.signer, signs = signer, each.CreatedAt
			}
		}
	}
	return nil
}

// open is what signs with a key, nil when the key cannot be opened.
func (k *keys) open(key SigningKey) jose.Signer {
	der, err := k.secrets.Open(sealedKeys, key.Private)
	if err != nil {
		return nil
	}
	private, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		return nil
	}
	signer, err := jose.NewSigner(
		jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: private, KeyID: key.ID}},
		(&jose.SignerOptions{}).WithType(accessType),
	)
	if err != nil {
		return nil
	}
	return signer
}

// rotate stores a new key, retires the others and removes those that retired
// long ago. When several processes do so at once the last one's key signs, and
// the others' are published for as long as their tokens live.
func (k *keys) rotate(ctx context.Context) error {
	fresh, err := k.generate()
	if err != nil {
		return err
	}
	var found []SigningKey
	err = k.store.Update(ctx, "rotate the signing keys", func(tx Tx) (err error) {
		if err = tx.InsertSigningKey(fresh); err != nil {
			return err
		}
		if err = tx.RetireSigningKeys(fresh.ID, k.now(), k.now().Add(-retiredKeyLifetime)); err != nil {
			return err
		}
		found, err = tx.SigningKeys()
		return err
	})
	if err != nil {
		return err
	}
	return k.use(found)
}

// generate makes a key for ES256, which every client can verify. Its id is its
// thumbprint.
func (k *keys) generate() (*SigningKey, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, diag.Internal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return nil, diag.Internal(err)
	}
	public := jose.JSONWebKey{Key: private.Public(), Algorithm: string(jose.ES256), Use: "sig"}
	if public.KeyID, err = thumbprint(&public); err != nil {
		return nil, diag.Internal(err)
	}
	text, err := public.MarshalJSON()
	if err != nil {
		return nil, diag.Internal(err)
	}
	return &SigningKey{ID: public.KeyID, Public: text, Private: k.secrets.Seal(sealedKeys, der), CreatedAt: k.now()}, nil
}

// thumbprint is RFC 7638's of a key, with SHA-256.
func thumbprint(key *jose.JSONWebKey) (string, error) {
	sum, err := key.Thumbprint(crypto.SHA256)
	return base64.RawURLEncoding.EncodeToString(sum), err
}

// JWKS is the document of the public keys that verify access tokens.
func (p *Provider) JWKS(ctx context.Context) ([]byte, error) {
	if _, err := p.keys.sign(ctx); err != nil {
		return nil, err
	}
	return p.keys.document(), nil
}

func (k *keys) document() []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	set := struct {
		Keys []json.RawMessage `json:"keys"`
	}{Keys: []json.RawMessage{}}
	for _, each := range k.known {
		set.Keys = append(set.Keys, each.Public)
	}
	return document(set)
}
