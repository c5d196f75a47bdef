package sqlite

import (
	"slices"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
)

const verificationColumns = `kind, subject, proof, payload, tries, expires_at`

var (
	selectVerification = &query{text: `SELECT ` + verificationColumns + ` FROM _quartet_verifications WHERE kind = ?1 AND subject = ?2`}
	putVerification    = &query{text: `INSERT OR REPLACE INTO _quartet_verifications (` + verificationColumns + `) VALUES (?1, ?2, ?3, ?4, ?5, ?6)`}
	tryVerification    = &query{text: `INSERT INTO _quartet_verifications (` + verificationColumns + `) VALUES (?1, ?2, x'', x'', 1, ?3)
ON CONFLICT (kind, subject) DO UPDATE SET tries = tries + 1 RETURNING ` + verificationColumns}
	takeVerification = &query{text: `DELETE FROM _quartet_verifications WHERE kind = ?1 AND subject = ?2 RETURNING ` + verificationColumns}
)

func verificationOf(s *stmt) *auth.Verification {
	return &auth.Verification{
		Kind: auth.VerificationKind(s.text(0)), Subject: slices.Clone(s.blob(1)), Proof: slices.Clone(s.blob(2)),
		Payload: slices.Clone(s.blob(3)), Tries: int(s.integer(4)), ExpiresAt: s.time(5),
	}
}

func (r authReader) Verification(kind auth.VerificationKind, subject []byte) (*auth.Verification, error) {
	return first(r.c, selectVerification, verificationOf, string(kind), subject)
}

func (t authTx) PutVerification(v *auth.Verification) error {
	return t.c.run(putVerification, string(v.Kind), v.Subject, blobOf(v.Proof), blobOf(v.Payload), v.Tries, v.ExpiresAt.UnixMilli())
}

// blobOf is an empty blob for nil, which would be null.
func blobOf(data []byte) []byte { return append([]byte{}, data...) }

func (t authTx) TryVerification(kind auth.VerificationKind, subject []byte, expires time.Time) (*auth.Verification, error) {
	return first(t.c, tryVerification, verificationOf, string(kind), subject, expires.UnixMilli())
}

func (t authTx) TakeVerification(kind auth.VerificationKind, subject []byte) (*auth.Verification, error) {
	return first(t.c, takeVerification, verificationOf, string(kind), subject)
}
