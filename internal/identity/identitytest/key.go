package identitytest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/google/uuid"
)

// Key is what an agent binds its tokens to (RFC 9449).
type Key struct {
	t      testing.TB
	signer jose.Signer
}

// NewKey makes a key.
func NewKey(t testing.TB) *Key {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	options := (&jose.SignerOptions{EmbedJWK: true}).WithType("dpop+jwt")
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: private}, options)
	if err != nil {
		t.Fatal(err)
	}
	return &Key{t, signer}
}

// Proof is a proof for a request without an access token.
func (k *Key) Proof(method, address, nonce string) string {
	k.t.Helper()
	return k.sign(method, address, nonce, "")
}

// ProofOf is a proof for a request that carries the access token.
func (k *Key) ProofOf(token, method, address, nonce string) string {
	k.t.Helper()
	sum := sha256.Sum256([]byte(token))
	return k.sign(method, address, nonce, base64.RawURLEncoding.EncodeToString(sum[:]))
}

func (k *Key) sign(method, address, nonce, tokenHash string) string {
	k.t.Helper()
	claims := map[string]any{"jti": uuid.NewString(), "htm": method, "htu": address, "iat": time.Now().Unix()}
	for name, value := range map[string]string{"nonce": nonce, "ath": tokenHash} {
		if value != "" {
			claims[name] = value
		}
	}
	text, err := jwt.Signed(k.signer).Claims(claims).Serialize()
	if err != nil {
		k.t.Fatal(err)
	}
	return text
}
