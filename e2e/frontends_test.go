package e2e_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// The hosts of the page about front ends: two sites, for a browser.
const (
	siteHost = "tea.example"
	appHost  = "app.example"
)

// TestFrontEnds runs the code of docs/front-ends.md in a browser, from a host of
// another registrable domain than the site's, both over TLS.
func TestFrontEnds(t *testing.T) {
	t.Parallel()
	environment := chromium(t)
	shown := shownFiles(t, "../docs/front-ends.md")
	dir := t.TempDir()
	for name, text := range shown {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o750), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	s, siteDir := folder(t, os.DirFS(dir), "site")
	address := s.settle(t, siteDir, nil)
	s.start(t, serving(t, "publication", siteDir, address), append(s.provided(t), "PUBLIC_ORIGIN=https://"+siteHost)...)
	s.wait(t, s.isReady)
	s.play(t, "frontends/walk.mjs", append(environment, "APPS="+dir, "TLS="+certificate(t, dir))...)
}

var shownFile = regexp.MustCompile("(?s)<!-- (file ([^ ]+)|site|settings) -->\n```[a-z]+\n(.*?)```\n")

// shownFiles are the files that a page shows, by their paths. What a site is made
// of lies below site; of several settings the first.
func shownFiles(t *testing.T, page string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, each := range shownFile.FindAllStringSubmatch(string(text), -1) {
		path := each[2]
		switch {
		case each[1] == "site":
			path = "site/manifests/notes.yaml"
		case each[1] == "settings":
			path = "site/quartet.yaml"
		case strings.HasPrefix(path, "public/"):
			path = "site/" + path
		}
		if files[path] == "" {
			files[path] = each[3]
		}
	}
	if len(files) != 10 {
		t.Fatalf("%s shows %d files", page, len(files))
	}
	return files
}

// certificate writes a key and a certificate of both hosts into a folder, and gives
// the hash of the public key, which the browser is told to trust.
func certificate(t *testing.T, dir string) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: siteHost}, DNSNames: []string{siteHost, appHost, "other.example"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour), KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(
		os.WriteFile(filepath.Join(dir, "key.pem"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), 0o600),
		os.WriteFile(filepath.Join(dir, "certificate.pem"), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed}), 0o600),
	)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(public)
	return base64.StdEncoding.EncodeToString(sum[:])
}
