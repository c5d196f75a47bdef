//go:build !race

package rendition_test

const raceDetector = false
