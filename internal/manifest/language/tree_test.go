package language_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest/language"
)

// A document that the program takes is taken: every manifest of the tree.
func TestEveryValidManifestIsTaken(t *testing.T) {
	valid := 0
	for _, each := range manifests() {
		if len(each.codes) > 0 {
			continue
		}
		valid++
		if err := generic()[language.Manifests].Validate(each.value); err != nil {
			t.Errorf("%s: %v", each.name, err)
		}
	}
	if t.Logf("%d documents", valid); valid < 1900 {
		t.Errorf("the tree holds %d valid documents; some are not found any more", valid)
	}
}

// Why a JSON Schema cannot refuse a document, or not always.
const (
	elsewhere = "it depends on what another document declares, or on several documents"
	related   = "it relates the names that one part of the document declares to those that another uses"
	written   = "it depends on what a text means: a statement, a regular expression, percent-encoding"
	deep      = "it follows $ref through the document, or counts levels and values"
)

// A beyond is a code whose faults a JSON Schema cannot see, or not all of them, and
// the share of documents that it refuses all the same.
type beyond struct {
	why   string
	least float64
}

// unseen are those codes. What has another code is always refused.
var unseen = map[diag.Code]beyond{
	diag.BindPlaceInvalid:                  {why: deep},
	diag.BuiltinHandlerContractInvalid:     {related + ": the properties of match; archive asks for the lifecycle of the Schema", 0.7},
	diag.BuiltinHandlerSchemaUnknown:       {why: elsewhere},
	diag.DuplicateName:                     {why: elsewhere},
	diag.GuardChainNotAllowed:              {why: elsewhere},
	diag.GuardProcedureBuiltin:             {why: elsewhere},
	diag.GuardProcedureUnknown:             {why: elsewhere},
	diag.GuardSelfReference:                {why: related},
	diag.InvalidManifestEnvelope:           {written + "; names that differ in case alone; the type of locale through $ref", 0.97},
	diag.InvalidPattern:                    {why: written},
	diag.JSONSchemaLimitExceeded:           {why: deep},
	diag.JSONSchemaRefInvalid:              {why: related},
	diag.LifecycleSchemaUnknown:            {why: elsewhere},
	diag.MCPToolNameCollision:              {why: elsewhere},
	diag.RequiredFieldUnknown:              {why: related},
	diag.SchemaIndexFieldUnknown:           {why: related},
	diag.SchemaIndexInvalid:                {related + ": the type of an indexed property", 0.7},
	diag.SchemaSearchFieldUnknown:          {why: related},
	diag.SchemaSearchInvalid:               {related + ": the type of a searched property", 0.5},
	diag.SchemaUIInvalid:                   {related + ", or what another document declares: collectionAction", 0.5},
	diag.TranslatesFieldNotInChild:         {why: related},
	diag.TranslatesFieldNotInParent:        {why: elsewhere},
	diag.TranslatesParentIsLocalized:       {why: elsewhere},
	diag.TranslatesParentUnknown:           {why: elsewhere},
	diag.TranslatesRequiresContentField:    {why: related},
	diag.TriggerPathCollision:              {why: elsewhere},
	diag.TriggerPathInvalid:                {written + "; the input of the Procedure, which a template binds", 0.7},
	diag.TriggerTargetProcedureUnknown:     {why: elsewhere},
	diag.UniqueIndexFieldUnknown:           {why: related},
	diag.ViewCacheInvalid:                  {elsewhere + ": the lifecycle of the Schema", 0.8},
	diag.ViewFieldNotInSchema:              {why: elsewhere},
	diag.ViewFilterCtxUserRefRequiresIndex: {why: elsewhere},
	diag.ViewFilterFieldNotInSchema:        {why: elsewhere},
	diag.ViewFilterParamRefNotRequired:     {why: related},
	diag.ViewFilterParamRefUnknown:         {why: related},
	diag.ViewFromUnknownSchema:             {why: elsewhere},
	diag.ViewPublicStatusInvalid:           {why: elsewhere},
	diag.ViewUIInvalid:                     {elsewhere + ": the fields of the Schema", 0.9},
}

// leastRefused is the share of invalid manifests of the tree that are refused;
// most of the others are made for rules between documents.
const leastRefused = 0.69

// An invalid manifest is refused, unless all of its faults are of the codes above.
func TestInvalidManifestsAreRefused(t *testing.T) {
	var all share
	byCode := make(map[diag.Code]*share)
	for _, each := range manifests() {
		if len(each.codes) == 0 {
			continue
		}
		refused := generic()[language.Manifests].Validate(each.value) != nil
		all.count(refused)
		if !refused && slices.ContainsFunc(each.codes, isSeen) {
			t.Errorf("%s is taken; the program says %v", each.name, each.codes)
		}
		if len(each.codes) == 1 {
			shareOf(byCode, each.codes[0]).count(refused)
		}
	}
	for _, code := range slices.Sorted(maps.Keys(byCode)) {
		t.Logf("%-42s %v  %s", code, byCode[code], unseen[code].why)
		if byCode[code].is() < unseen[code].least {
			t.Errorf("of %s only %v are refused", code, byCode[code])
		}
	}
	if t.Logf("all invalid documents: %v", all); all.is() < leastRefused {
		t.Errorf("only %v of the invalid documents are refused", all)
	}
}

func isSeen(code diag.Code) bool {
	_, is := unseen[code]
	return !is
}

func shareOf(shares map[diag.Code]*share, code diag.Code) *share {
	if shares[code] == nil {
		shares[code] = &share{}
	}
	return shares[code]
}

// share is how many of some documents are refused.
type share struct{ refused, of int }

func (s *share) count(refused bool) {
	s.of++
	if refused {
		s.refused++
	}
}

func (s share) is() float64 { return float64(s.refused) / float64(s.of) }

func (s share) String() string { return fmt.Sprintf("%3d of %3d", s.refused, s.of) }
