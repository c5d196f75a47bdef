package oauth

import (
	"crypto/rsa"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/quartet-dev/quartet/internal/keyring"
)

const (
	proofType    = "dpop+jwt"
	proofSkew    = 5 * time.Minute // between a client's clock and ours, either way
	maxProof     = 4 << 10
	maxProofText = 256 // bytes of a jti or a nonce

	nonceStep                  = time.Minute
	nonceSteps                 = 5 // that a nonce counts for after its own
	nonces     keyring.Purpose = "oauth dpop nonces"
)

// proofAlgorithms are what a proof may be signed with: no secret keys, and none
// that costs much to verify.
var proofAlgorithms = []jose.SignatureAlgorithm{jose.ES256, jose.EdDSA, jose.RS256}

func proofAlgorithmNames() (names []string) {
	for _, each := range proofAlgorithms {
		names = append(names, string(each))
	}
	return names
}

// proofClaims are those of RFC 9449 section 4.2.
type proofClaims struct {
	ID       string          `json:"jti"`
	Method   string          `json:"htm"`
	URL      string          `json:"htu"`
	IssuedAt jwt.NumericDate `json:"iat"`
	Token    string          `json:"ath"`
	Nonce    string          `json:"nonce"`
}

// proof is a proof that was checked but for its replay.
type proof struct {
	Thumbprint string
	Hash       []byte // of the key and the jti, unique to the proof
	Expires    time.Time
}

// presentedProof is what a request shows: its DPoP headers, what it was sent to, and the
// access token that goes with it, if one does.
type presentedProof struct {
	proofs      []string
	method, url string
	token       string
}

// checkProof checks the proof of a request as RFC 9449 section 4.3 says, but for its
// replay, which the store decides. It is nil when no proof was sent.
func (p *Provider) checkProof(s presentedProof) (*proof, *Error) {
	if len(s.proofs) == 0 {
		return nil, nil
	}
	if len(s.proofs) > 1 || len(s.proofs[0]) > maxProof {
		return nil, refuse(InvalidDPoPProof, "There is more than one proof, or it is too long.")
	}
	c, key := readProof(s.proofs[0])
	if key == nil {
		return nil, refuse(InvalidDPoPProof, "The proof is not a JWT of its type that its own public key verifies.")
	}
	if fault := p.proofFault(c, s); fault != "" {
		return nil, refuse(InvalidDPoPProof, fault)
	}
	if !p.isNonce(c.Nonce) {
		return nil, refuse(UseDPoPNonce, "The proof needs the nonce of this answer.")
	}
	thumbprint, err := thumbprint(key)
	if err != nil {
		return nil, refuse(InvalidDPoPProof, "The key has no thumbprint.")
	}
	hash := sha256.Sum256([]byte(thumbprint + "." + c.ID))
	return &proof{thumbprint, hash[:], c.IssuedAt.Time().Add(proofSkew + leeway)}, nil
}

// readProof gives the claims of a proof and the key in it that has signed them;
// no key when anything is wrong.
func readProof(text string) (*proofClaims, *jose.JSONWebKey) {
	parsed, err := jwt.ParseSigned(text, proofAlgorithms)
	if err != nil {
		return nil, nil
	}
	header := parsed.Headers[0]
	if name, _ := header.ExtraHeaders[jose.HeaderType].(string); name != proofType || !isProofKey(header.JSONWebKey) {
		return nil, nil
	}
	c := new(proofClaims)
	if parsed.Claims(header.JSONWebKey, c) != nil {
		return nil, nil
	}
	return c, header.JSONWebKey
}

// isProofKey refuses private and secret keys, and RSA keys that are weak or so
// long that verifying would keep us busy.
func isProofKey(key *jose.JSONWebKey) bool {
	if key == nil || !key.Valid() || !key.IsPublic() {
		return false
	}
	public, isRSA := key.Key.(*rsa.PublicKey)
	return !isRSA || public.N.BitLen() >= 2048 && public.N.BitLen() <= 4096
}

func (p *Provider) proofFault(c *proofClaims, s presentedProof) string {
	skew := p.now().Sub(c.IssuedAt.Time())
	switch {
	case c.ID == "" || len(c.ID) > maxProofText:
		return "jti is missing or too long."
	case c.Method != s.method:
		return "htm is another method."
	case !sameTarget(c.URL, s.url):
		return "htu is another URL."
	case skew > proofSkew || skew < -proofSkew:
		return "iat is too far from now."
	case s.token != "" && subtle.ConstantTimeCompare([]byte(c.Token), []byte(tokenHash(s.token))) == 0:
		return "ath is not of this token."
	}
	return ""
}

// tokenHash is the claim ath.
func tokenHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// sameTarget compares htu with the URL of a request: without query and fragment,
// and normalized as RFC 3986 section 6.2.2 says.
func sameTarget(htu, target string) bool {
	a, b := normalized(htu), normalized(target)
	return a != "" && a == b
}

func normalized(text string) string {
	if len(text) > maxURI {
		return ""
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil {
		return ""
	}
	host := strings.ToLower(u.Host)
	if port := map[string]string{"https": ":443", "http": ":80"}[u.Scheme]; port != "" {
		host = strings.TrimSuffix(host, port)
	}
	path := u.EscapedPath()
	if path == "" {
		path = "/"
	}
	return u.Scheme + "://" + host + path
}

// Nonce is a nonce for the header DPoP-Nonce. Every answer to a request that
// carried a proof, or that asks for one, should have it (RFC 9449 section 8): a
// nonce counts for about five minutes, so that no proof can be made much ahead.
func (p *Provider) Nonce() string { return p.nonceOf(p.now().Unix() / int64(nonceStep.Seconds())) }

func (p *Provider) nonceOf(step int64) string {
	number := strconv.FormatInt(step, 36)
	return number + "." + base64.RawURLEncoding.EncodeToString(p.secrets.MAC(nonces, []byte(number)))
}

// isNonce reports whether this provider, in whichever process, gave the nonce out
// lately.
func (p *Provider) isNonce(nonce string) bool {
	number, sum, _ := strings.Cut(nonce, ".")
	step, err := strconv.ParseInt(number, 36, 64)
	if err != nil || len(nonce) > maxProofText {
		return false
	}
	mac, err := base64.RawURLEncoding.Strict().DecodeString(sum)
	age := p.now().Unix()/int64(nonceStep.Seconds()) - step
	return err == nil && age >= -1 && age <= nonceSteps && p.secrets.Verify(nonces, []byte(number), mac)
}
