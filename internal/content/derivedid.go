package content

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// DerivedID is the id of an entry that is made of a text which stands for it, such as
// a document or the row of a file: a UUID of version 8 of its hash. The same text gives
// the same id, so that whoever brings it in twice makes one entry.
func DerivedID(text []byte) string {
	sum := sha256.Sum256(text)
	digits := []byte(hex.EncodeToString(sum[:16]))
	digits[12] = '8' // version
	digits[16] = '8' // variant
	return fmt.Sprintf("%s-%s-%s-%s-%s", digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])
}
