package metrics

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/quartet-dev/quartet/internal/keyring"
)

// secretsCollector collects what the keyring has done, by operation.
type secretsCollector struct{}

var secretWork = prometheus.NewDesc("quartet_secret_operations_total",
	"Hashes, key derivations, MACs, sealings and openings of secrets.", []string{"operation"}, nil)

// Describe implements prometheus.Collector.
func (secretsCollector) Describe(descriptions chan<- *prometheus.Desc) { descriptions <- secretWork }

// Collect implements prometheus.Collector.
func (secretsCollector) Collect(found chan<- prometheus.Metric) {
	for operation, times := range keyring.Work() {
		found <- prometheus.MustNewConstMetric(secretWork, prometheus.CounterValue, float64(times), operation.String())
	}
}
