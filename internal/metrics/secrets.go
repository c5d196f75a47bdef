package metrics

import (
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/keyring"
)

var secretWork = counter("quartet_secret_operations_total",
	"Hashes, key derivations, MACs, sealings and openings of secrets.", "operation")

// addSecrets adds what the keyring has done, by operation.
func addSecrets(p page) {
	work := keyring.Work()
	for _, operation := range slices.Sorted(maps.Keys(work)) {
		p.add(secretWork, float64(work[operation]), operation.String())
	}
}
