package platform

import (
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
)

const verificationColumns = `kind, subject, proof, payload, tries, expires_at`

var (
	selectVerification = declare(`SELECT ` + verificationColumns + ` FROM _quartet_verifications WHERE kind = ?1 AND subject = ?2`)
	putVerification    = declare(`INSERT INTO _quartet_verifications (` + verificationColumns + `) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
ON CONFLICT (kind, subject) DO UPDATE SET proof = excluded.proof, payload = excluded.payload, tries = excluded.tries,
expires_at = excluded.expires_at`)
	tryVerification = declare(`INSERT INTO _quartet_verifications (` + verificationColumns + `) VALUES (?1, ?2, ?4, ?4, 1, ?3)
ON CONFLICT (kind, subject) DO UPDATE SET tries = _quartet_verifications.tries + 1 RETURNING ` + verificationColumns)
	takeVerification = declare(`DELETE FROM _quartet_verifications WHERE kind = ?1 AND subject = ?2 RETURNING ` + verificationColumns)
)

func verificationOf(r row) *auth.Verification {
	return &auth.Verification{
		Kind: auth.VerificationKind(r.Text(0)), Subject: r.blob(1), Proof: r.blob(2),
		Payload: r.blob(3), Tries: int(r.Integer(4)), ExpiresAt: r.time(5),
	}
}

func (r authReader) Verification(kind auth.VerificationKind, subject []byte) (*auth.Verification, error) {
	return first(r.c, selectVerification, verificationOf, string(kind), subject)
}

func (t authTx) PutVerification(v *auth.Verification) error {
	return t.c.run(putVerification, string(v.Kind), v.Subject, blob(v.Proof), blob(v.Payload), v.Tries, v.ExpiresAt.UnixMilli())
}

func (t authTx) TryVerification(kind auth.VerificationKind, subject []byte, expires time.Time) (*auth.Verification, error) {
	return first(t.c, tryVerification, verificationOf, string(kind), subject, expires.UnixMilli(), []byte{})
}

func (t authTx) TakeVerification(kind auth.VerificationKind, subject []byte) (*auth.Verification, error) {
	return first(t.c, takeVerification, verificationOf, string(kind), subject)
}
