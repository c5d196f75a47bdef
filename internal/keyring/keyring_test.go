package keyring

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

var (
	older = strings.Repeat("older ", 6)
	newer = strings.Repeat("newer ", 6)
)

func ring(t *testing.T, current, previous string) *Keyring {
	t.Helper()
	k, err := New(current, previous)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestSecretsAreLongEnough(t *testing.T) {
	for _, secrets := range [][2]string{{"", ""}, {"short", ""}, {newer, "short"}, {"", older}} {
		if _, err := New(secrets[0], secrets[1]); !errors.Is(err, ErrSecret) {
			t.Errorf("New(%q, %q) = %v, want ErrSecret", secrets[0], secrets[1], err)
		}
	}
}

func TestSecretRotates(t *testing.T) {
	before, during, after := ring(t, older, ""), ring(t, newer, older), ring(t, newer, "")
	sealed, sum := before.Seal("tokens", []byte("tea")), before.MAC("codes", []byte("tea"))

	if data, err := during.Open("tokens", sealed); err != nil || string(data) != "tea" {
		t.Errorf("while it rotates Open = %q, %v", data, err)
	}
	if !during.Verify("codes", []byte("tea"), sum) {
		t.Error("while it rotates Verify refuses")
	}
	if _, err := after.Open("tokens", sealed); !errors.Is(err, ErrSealed) {
		t.Errorf("afterwards Open = %v, want ErrSealed", err)
	}
	if after.Verify("codes", []byte("tea"), sum) {
		t.Error("afterwards Verify accepts")
	}
	if data, err := after.Open("tokens", during.Seal("tokens", []byte("tea"))); err != nil || string(data) != "tea" {
		t.Errorf("what is new is not sealed under the current secret: %q, %v", data, err)
	}
}

func TestPurposesAreKeptApart(t *testing.T) {
	k := ring(t, newer, "")
	if _, err := k.Open("codes", k.Seal("tokens", []byte("tea"))); !errors.Is(err, ErrSealed) {
		t.Errorf("Open for another purpose = %v, want ErrSealed", err)
	}
	if k.Verify("tokens", []byte("tea"), k.MAC("codes", []byte("tea"))) {
		t.Error("a MAC counts for another purpose")
	}
	if bytes.Equal(k.Key("codes"), k.Key("tokens")) {
		t.Error("two purposes have one key")
	}
}

func TestWhatWasChangedIsNotOpened(t *testing.T) {
	k := ring(t, newer, "")
	sealed := k.Seal("tokens", []byte("tea"))
	for i := range sealed {
		changed := bytes.Clone(sealed)
		changed[i] ^= 1
		if _, err := k.Open("tokens", changed); !errors.Is(err, ErrSealed) {
			t.Fatalf("byte %d changed: %v, want ErrSealed", i, err)
		}
	}
	if _, err := k.Open("tokens", nil); !errors.Is(err, ErrSealed) {
		t.Errorf("nothing opened: %v", err)
	}
}

func TestTokensAreStoredHashed(t *testing.T) {
	a, b := Token(), Token()
	if a == b || len(a) < 43 {
		t.Errorf("tokens %q and %q", a, b)
	}
	if bytes.Equal(Hash(a), Hash(b)) || strings.Contains(string(Hash(a)), a) {
		t.Error("the hash does not hide the token")
	}
}
