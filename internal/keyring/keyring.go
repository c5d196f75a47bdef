package keyring

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
)

// MinSecret is the least length of a secret, in bytes.
const MinSecret = 32

// ErrSecret is returned for a secret that is too short to derive keys from.
var ErrSecret = errors.New("keyring: the secret is shorter than 32 bytes")

// ErrSealed is returned for what none of the keys has sealed for the purpose:
// it was changed, belongs to another purpose or to a secret that is gone.
var ErrSealed = errors.New("keyring: cannot be opened")

// Purpose names what a key is for. Its text is part of every key, so it never
// changes once something was sealed or signed for it.
type Purpose string

// Keyring holds the current secret, and perhaps the previous one. It is safe
// for concurrent use.
type Keyring struct {
	secrets [][]byte // the current one first
}

// New makes a keyring from the current secret and the previous one, which is ""
// when there is none. The error is ErrSecret.
func New(current, previous string) (*Keyring, error) {
	k := &Keyring{}
	for _, secret := range []string{current, previous} {
		if secret == "" && len(k.secrets) > 0 {
			continue
		}
		if len(secret) < MinSecret {
			return nil, ErrSecret
		}
		k.secrets = append(k.secrets, []byte(secret))
	}
	return k, nil
}

// Key derives the purpose's key from the current secret: 32 bytes.
func (k *Keyring) Key(purpose Purpose) []byte { return derive(k.secrets[0], purpose) }

func derive(secret []byte, purpose Purpose) []byte {
	done[Deriving].Add(1)
	key, err := hkdf.Key(sha256.New, secret, nil, "quartet/v1/"+string(purpose), sha256.Size)
	if err != nil {
		panic(err) // only a length that SHA-256 cannot give is an error
	}
	return key
}

// MAC authenticates data for the purpose under the current secret: 32 bytes.
func (k *Keyring) MAC(purpose Purpose, data []byte) []byte { return mac(k.secrets[0], purpose, data) }

// Verify tells, in constant time, whether sum is the MAC of data under the
// current or the previous secret.
func (k *Keyring) Verify(purpose Purpose, data, sum []byte) bool {
	found := false
	for _, secret := range k.secrets {
		found = hmac.Equal(mac(secret, purpose, data), sum) || found
	}
	return found
}

func mac(secret []byte, purpose Purpose, data []byte) []byte {
	done[Authenticating].Add(1)
	h := hmac.New(sha256.New, derive(secret, purpose))
	h.Write(data)
	return h.Sum(nil)
}

// Seal encrypts and authenticates data under the current secret.
func (k *Keyring) Seal(purpose Purpose, data []byte) []byte {
	done[Sealing].Add(1)
	box := aeadOf(k.secrets[0], purpose)
	return box.Seal(nil, nil, data, nil) //nolint:gosec // this box makes its nonce itself, and wants none
}

// Open gives back what Seal was given under the current or the previous secret.
// The error is ErrSealed. Like Verify it tries every secret, so that the work
// does not tell which of them it was, or that it was none.
func (k *Keyring) Open(purpose Purpose, sealed []byte) (data []byte, err error) {
	err = ErrSealed
	for _, secret := range k.secrets {
		done[Opening].Add(1)
		if found, refused := aeadOf(secret, purpose).Open(nil, nil, sealed, nil); refused == nil {
			data, err = found, nil
		}
	}
	return data, err
}

// aeadOf is AES-256-GCM with a random nonce in front of each text.
func aeadOf(secret []byte, purpose Purpose) cipher.AEAD {
	block, err := aes.NewCipher(derive(secret, purpose))
	if err != nil {
		panic(err) // the key has one of AES's lengths
	}
	box, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err) // AES has GCM's block size
	}
	return box
}

// Token is a new random secret of 256 bits for a URL, a cookie or a header.
func Token() string { return rand.Text() + rand.Text() }

// Hash is how a Token is stored: SHA-256, which is enough for a value that
// nobody can guess.
func Hash(token string) []byte {
	done[Hashing].Add(1)
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}
