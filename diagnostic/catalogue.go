package diagnostic

import "net/http"

// Every code there is (decision 16). docs/diagnostics.md says what each means.
const (
	ManifestRootNotFound               Code = "MANIFEST_ROOT_NOT_FOUND"
	ManifestReadFailed                 Code = "MANIFEST_READ_FAILED"
	InvalidManifestEnvelope            Code = "INVALID_MANIFEST_ENVELOPE"
	DuplicateName                      Code = "DUPLICATE_NAME"
	SettingsInvalid                    Code = "SETTINGS_INVALID"
	JSONSchemaUnsupported              Code = "JSON_SCHEMA_UNSUPPORTED"
	JSONSchemaRefInvalid               Code = "JSON_SCHEMA_REF_INVALID"
	JSONSchemaLimitExceeded            Code = "JSON_SCHEMA_LIMIT_EXCEEDED"
	InvalidPattern                     Code = "INVALID_PATTERN"
	RequiredFieldUnknown               Code = "REQUIRED_FIELD_UNKNOWN"
	BindValueNotInEnum                 Code = "BIND_VALUE_NOT_IN_ENUM"
	BindPlaceInvalid                   Code = "BIND_PLACE_INVALID"
	GeneratedNameCollision             Code = "GENERATED_NAME_COLLISION"
	GeneratedStale                     Code = "GENERATED_STALE"
	TestFailed                         Code = "TEST_FAILED"
	SeedReferenceMissing               Code = "SEED_REFERENCE_MISSING"
	KeyScopeUnasked                    Code = "KEY_SCOPE_UNASKED"
	ImportMapInvalid                   Code = "IMPORT_MAP_INVALID"
	ImportFileInvalid                  Code = "IMPORT_FILE_INVALID"
	TranslatesRequiresLocalized        Code = "TRANSLATES_REQUIRES_LOCALIZED"
	TranslatesFieldNotInChild          Code = "TRANSLATES_FIELD_NOT_IN_CHILD"
	TranslatesRequiresContentField     Code = "TRANSLATES_REQUIRES_CONTENT_FIELD"
	TranslatesParentUnknown            Code = "TRANSLATES_PARENT_UNKNOWN"
	TranslatesParentIsLocalized        Code = "TRANSLATES_PARENT_IS_LOCALIZED"
	TranslatesFieldNotInParent         Code = "TRANSLATES_FIELD_NOT_IN_PARENT"
	SchemaIndexInvalid                 Code = "SCHEMA_INDEX_INVALID"
	UniqueIndexFieldUnknown            Code = "UNIQUE_INDEX_FIELD_UNKNOWN"
	SchemaIndexFieldUnknown            Code = "SCHEMA_INDEX_FIELD_UNKNOWN"
	SchemaSearchInvalid                Code = "SCHEMA_SEARCH_INVALID"
	SchemaSearchFieldUnknown           Code = "SCHEMA_SEARCH_FIELD_UNKNOWN"
	SchemaUIInvalid                    Code = "SCHEMA_UI_INVALID"
	SchemaLocalizedRequiresSiteLocales Code = "SCHEMA_LOCALIZED_REQUIRES_SITE_LOCALES"
	ViewFromUnknownSchema              Code = "VIEW_FROM_UNKNOWN_SCHEMA"
	ViewUIInvalid                      Code = "VIEW_UI_INVALID"
	ViewCacheInvalid                   Code = "VIEW_CACHE_INVALID"
	ViewOrderByInvalid                 Code = "VIEW_ORDERBY_INVALID"
	ViewParamsInvalidShape             Code = "VIEW_PARAMS_INVALID_SHAPE"
	ViewParamsReservedName             Code = "VIEW_PARAMS_RESERVED_NAME"
	ViewFilterParamRefUnknown          Code = "VIEW_FILTER_PARAM_REF_UNKNOWN"
	ViewFilterParamRefNotRequired      Code = "VIEW_FILTER_PARAM_REF_NOT_REQUIRED"
	ViewFilterCtxUserRefInvalid        Code = "VIEW_FILTER_CTX_USER_REF_INVALID"
	ViewFilterCtxUserRefRequiresAuth   Code = "VIEW_FILTER_CTX_USER_REF_REQUIRES_AUTH"
	ViewFilterCtxUserRefRequiresIndex  Code = "VIEW_FILTER_CTX_USER_REF_REQUIRES_INDEX"
	ViewFilterFieldNotInSchema         Code = "VIEW_FILTER_FIELD_NOT_IN_SCHEMA"
	ViewFieldNotInSchema               Code = "VIEW_FIELD_NOT_IN_SCHEMA"
	ViewPublicStatusInvalid            Code = "VIEW_PUBLIC_STATUS_INVALID"
	ViewDialectUnsupported             Code = "VIEW_DIALECT_UNSUPPORTED"
	GuardProcedureUnknown              Code = "GUARD_PROCEDURE_UNKNOWN"
	GuardSelfReference                 Code = "GUARD_SELF_REFERENCE"
	GuardProcedureBuiltin              Code = "GUARD_PROCEDURE_BUILTIN"
	GuardChainNotAllowed               Code = "GUARD_CHAIN_NOT_ALLOWED"
	AuthPredicateNotInEnum             Code = "AUTH_PREDICATE_NOT_IN_ENUM"
	BuiltinHandlerSchemaUnknown        Code = "BUILTIN_HANDLER_SCHEMA_UNKNOWN"
	BuiltinHandlerContractInvalid      Code = "BUILTIN_HANDLER_CONTRACT_INVALID"
	TriggerTargetProcedureUnknown      Code = "TRIGGER_TARGET_PROCEDURE_UNKNOWN"
	TriggerPathInvalid                 Code = "TRIGGER_PATH_INVALID"
	TriggerPathCollision               Code = "TRIGGER_PATH_COLLISION"
	MCPToolNameCollision               Code = "MCP_TOOL_NAME_COLLISION"
	MCPToolDescriptionMissing          Code = "MCP_TOOL_DESCRIPTION_MISSING"
	BuiltinInputIncomplete             Code = "BUILTIN_INPUT_INCOMPLETE"
	BuiltinInputMisspelt               Code = "BUILTIN_INPUT_MISSPELT"
	BuiltinInputUnstored               Code = "BUILTIN_INPUT_UNSTORED"
	HookInputNeverSent                 Code = "HOOK_INPUT_NEVER_SENT"
	CollectionActionUnreachable        Code = "COLLECTION_ACTION_UNREACHABLE"
	ViewParamUnused                    Code = "VIEW_PARAM_UNUSED"
	BuiltinOutputImpossible            Code = "BUILTIN_OUTPUT_IMPOSSIBLE"
	ServiceRefUnknown                  Code = "SERVICE_REF_UNKNOWN"
	FormatUnknown                      Code = "FORMAT_UNKNOWN"
	BindTypeMismatch                   Code = "BIND_TYPE_MISMATCH"
	RequiredNotDeclared                Code = "REQUIRED_NOT_DECLARED"
	SchemaIndexRedundant               Code = "SCHEMA_INDEX_REDUNDANT"
	ViewFieldsEmpty                    Code = "VIEW_FIELDS_EMPTY"
	ViewFilterNeverMatches             Code = "VIEW_FILTER_NEVER_MATCHES"
	ViewStatementInvalid               Code = "VIEW_STATEMENT_INVALID"
	MCPToolNameUnusual                 Code = "MCP_TOOL_NAME_UNUSUAL"
	HandlersNotChecked                 Code = "HANDLERS_NOT_CHECKED"
	LifecycleSchemaUnknown             Code = "LIFECYCLE_SCHEMA_UNKNOWN"
	HandlerNotRegistered               Code = "HANDLER_NOT_REGISTERED"
	HandlerBuiltinNotInV010            Code = "HANDLER_BUILTIN_NOT_IN_V010"
	HandlerSyntaxInvalid               Code = "HANDLER_SYNTAX_INVALID"
	HandlerImportUnresolved            Code = "HANDLER_IMPORT_UNRESOLVED"
	HandlerFileRefused                 Code = "HANDLER_FILE_REFUSED"
	HandlerEvaluationFailed            Code = "HANDLER_EVALUATION_FAILED"
	BackupInvalid                      Code = "BACKUP_INVALID"
	BackupMissing                      Code = "BACKUP_MISSING"
	SchemaChangeBlocked                Code = "SCHEMA_CHANGE_BLOCKED"
	DatabaseNewer                      Code = "DATABASE_NEWER"
	DatabaseMissing                    Code = "DATABASE_MISSING"
	DatabaseUnsuitable                 Code = "DATABASE_UNSUITABLE"
	DatabaseRoleRequired               Code = "DATABASE_ROLE_REQUIRED"
	DatabaseOlder                      Code = "DATABASE_OLDER"
	DatabaseNotEmpty                   Code = "DATABASE_NOT_EMPTY"
	DatabaseUnfinished                 Code = "DATABASE_UNFINISHED"
	MediaNotEmpty                      Code = "MEDIA_NOT_EMPTY"
	CopyDiffers                        Code = "COPY_DIFFERS"
	RouteConflict                      Code = "ROUTE_CONFLICT"
	RouteInvalid                       Code = "ROUTE_INVALID"
	TemplateInvalid                    Code = "TEMPLATE_INVALID"
	InvalidLocale                      Code = "INVALID_LOCALE"
	InputValidationFailed              Code = "INPUT_VALIDATION_FAILED"
	MediaPurposeRejected               Code = "MEDIA_PURPOSE_REJECTED"
	MediaMimeRejected                  Code = "MEDIA_MIME_REJECTED"
	MediaSizeExceeded                  Code = "MEDIA_SIZE_EXCEEDED"
	MediaVariantsIncomplete            Code = "MEDIA_VARIANTS_INCOMPLETE"
	MediaVariantSizeExceeded           Code = "MEDIA_VARIANT_SIZE_EXCEEDED"
	MediaVariantsSuspiciousSize        Code = "MEDIA_VARIANTS_SUSPICIOUS_SIZE"
	Unauthenticated                    Code = "UNAUTHENTICATED"
	EntitlementRequired                Code = "ENTITLEMENT_REQUIRED"
	AuthDenied                         Code = "AUTH_DENIED"
	NotFound                           Code = "NOT_FOUND"
	ProcedureNotFound                  Code = "PROCEDURE_NOT_FOUND"
	MediaAssetNotFound                 Code = "MEDIA_ASSET_NOT_FOUND"
	MethodNotAllowed                   Code = "METHOD_NOT_ALLOWED"
	Conflict                           Code = "CONFLICT"
	LifecycleHookRejected              Code = "LIFECYCLE_HOOK_REJECTED"
	MediaObjectNotFound                Code = "MEDIA_OBJECT_NOT_FOUND"
	MediaChecksumMismatch              Code = "MEDIA_CHECKSUM_MISMATCH"
	MediaUploadExpired                 Code = "MEDIA_UPLOAD_EXPIRED"
	PayloadTooLarge                    Code = "PAYLOAD_TOO_LARGE"
	RateLimited                        Code = "RATE_LIMITED"
	OutputValidationFailed             Code = "OUTPUT_VALIDATION_FAILED"
	InternalError                      Code = "INTERNAL_ERROR"
	MediaNotConfigured                 Code = "MEDIA_NOT_CONFIGURED"
	ResourceUnavailable                Code = "RESOURCE_UNAVAILABLE"
	SetupIncomplete                    Code = "setup_incomplete"
	ResourceExhausted                  Code = "RESOURCE_EXHAUSTED"
)

var (
	inValidate    = []Phase{Validate}
	inBoot        = []Phase{Boot}
	inRuntime     = []Phase{Runtime}
	beforeTraffic = []Phase{Validate, Boot}
	fromBoot      = []Phase{Boot, Runtime}
	inEvery       = []Phase{Validate, Boot, Runtime}
)

var catalogue = []Meaning{
	{ManifestRootNotFound, inValidate, Error, http.StatusInternalServerError, "The manifests folder is missing or holds no manifest."},
	{ManifestReadFailed, inValidate, Error, http.StatusInternalServerError, "A manifest file cannot be read."},
	{InvalidManifestEnvelope, inValidate, Error, http.StatusInternalServerError, "The YAML, the envelope or a field of a manifest has the wrong shape, type or value, or a key is unknown."},
	{DuplicateName, inValidate, Error, http.StatusInternalServerError, "Two atoms of one kind have the same name; Schemas also ignoring case."},
	{SettingsInvalid, beforeTraffic, Error, http.StatusInternalServerError, "quartet.yaml or an environment variable has an unknown key, a wrong type or a bad value."},
	{JSONSchemaUnsupported, inValidate, Error, http.StatusInternalServerError, "A JSON Schema uses a keyword outside the accepted subset."},
	{JSONSchemaRefInvalid, inValidate, Error, http.StatusInternalServerError, "A $ref is not of the form #/$defs/<name>, does not name a definition, or leads back to itself."},
	{JSONSchemaLimitExceeded, inValidate, Error, http.StatusInternalServerError, "A JSON Schema is deeper than 100 levels or has more than 10,000 nodes."},
	{InvalidPattern, inValidate, Error, http.StatusInternalServerError, "A pattern does not compile as a regular expression (RE2 syntax)."},
	{RequiredFieldUnknown, inValidate, Error, http.StatusInternalServerError, "A name under required is not a property of spec.schema."},
	{BindValueNotInEnum, inValidate, Error, http.StatusInternalServerError, "x-service-bind is not ctx.user, ctx.staff or now."},
	{BindPlaceInvalid, beforeTraffic, Error, http.StatusInternalServerError, "x-service-bind is where it does not name exactly one value, or in what a caller sends."},
	{TranslatesRequiresLocalized, inValidate, Error, http.StatusInternalServerError, "translates needs localized: true."},
	{TranslatesFieldNotInChild, inValidate, Error, http.StatusInternalServerError, "translates.on is not a property of the Schema that declares it."},
	{TranslatesRequiresContentField, inValidate, Error, http.StatusInternalServerError, "A translation needs one property more than its join field and locale."},
	{TranslatesParentUnknown, beforeTraffic, Error, http.StatusInternalServerError, "translates.parent does not name a declared Schema."},
	{TranslatesParentIsLocalized, beforeTraffic, Error, http.StatusInternalServerError, "translates.parent is itself localized."},
	{TranslatesFieldNotInParent, beforeTraffic, Error, http.StatusInternalServerError, "translates.on is not a property of the parent Schema."},
	{SchemaIndexInvalid, inValidate, Error, http.StatusInternalServerError, "An index tuple is empty, repeats a field or another tuple, or names a reserved column or a property that is not scalar; or the Schema's name cannot carry an index."},
	{UniqueIndexFieldUnknown, inValidate, Error, http.StatusInternalServerError, "A field of uniqueIndexes is not a property of the Schema."},
	{SchemaIndexFieldUnknown, inValidate, Error, http.StatusInternalServerError, "A field of indexes is not a property of the Schema."},
	{SchemaSearchInvalid, inValidate, Error, http.StatusInternalServerError, "searchableFields is not a list of distinct top-level string properties."},
	{SchemaSearchFieldUnknown, inValidate, Error, http.StatusInternalServerError, "A field of searchableFields is not a property of the Schema."},
	{SchemaUIInvalid, inValidate, Error, http.StatusInternalServerError, "uiSchema of a Schema or Procedure holds something that is not accepted there."},
	{SchemaLocalizedRequiresSiteLocales, beforeTraffic, Error, http.StatusInternalServerError, "A Schema is localized while the site declares no valid locale."},
	{ViewFromUnknownSchema, inValidate, Error, http.StatusInternalServerError, "from does not name a declared Schema."},
	{ViewUIInvalid, inValidate, Error, http.StatusInternalServerError, "uiSchema of a View holds something that is not accepted there."},
	{ViewCacheInvalid, inValidate, Error, http.StatusInternalServerError, "cache is not allowed on this View, or sharedMaxAge is not an integer from 1 to 86400."},
	{ViewOrderByInvalid, inValidate, Error, http.StatusInternalServerError, "orderBy is not a list of { field, direction? } with direction asc or desc."},
	{ViewParamsInvalidShape, inValidate, Error, http.StatusInternalServerError, "params is not a JSON Schema with type: object and properties."},
	{GeneratedNameCollision, beforeTraffic, Error, http.StatusInternalServerError, "Two names of a kind are the same in generated code, where they are written in lower camel case."},
	{GeneratedStale, inValidate, Error, http.StatusInternalServerError, "A generated file or a copied skill is missing, or is not what this program would write."},
	{TestFailed, inValidate, Error, http.StatusInternalServerError, "An answer is not the one that a transcript of the site expects."},
	{ImportMapInvalid, inValidate, Error, http.StatusInternalServerError, "The mapping of an import is not well-formed, or names what the manifests do not declare."},
	{ImportFileInvalid, inValidate, Error, http.StatusBadRequest, "The file of an import is damaged, cut off or not in the format that was named."},
	{ViewParamsReservedName, inValidate, Error, http.StatusInternalServerError, "A param is named page, show or cursor."},
	{ViewFilterParamRefUnknown, inValidate, Error, http.StatusInternalServerError, "A $param or :placeholder does not name a declared param."},
	{ViewFilterParamRefNotRequired, inValidate, Error, http.StatusInternalServerError, "A $param or :placeholder names a param that is not listed in params.required."},
	{ViewFilterCtxUserRefInvalid, inValidate, Error, http.StatusInternalServerError, "A caller identity reference is not { $ctx.user: id } under eq."},
	{ViewFilterCtxUserRefRequiresAuth, inValidate, Error, http.StatusInternalServerError, "A View that filters by the caller's identity must list ctx.user in requires.auth.all."},
	{ViewFilterCtxUserRefRequiresIndex, inValidate, Error, http.StatusInternalServerError, "The field compared with the caller's identity is not the first field of an index of the source Schema."},
	{ViewFilterFieldNotInSchema, inValidate, Error, http.StatusInternalServerError, "A filter names a field that is neither a property nor a reserved column."},
	{ViewFieldNotInSchema, inValidate, Error, http.StatusInternalServerError, "fields or orderBy names a field that is neither a property nor a reserved column."},
	{ViewPublicStatusInvalid, inValidate, Error, http.StatusInternalServerError, "A public View over a publishing Schema compares status to something other than published."},
	{ViewDialectUnsupported, fromBoot, Error, http.StatusInternalServerError, "The sql View has no statement for the database of the site."},
	{GuardProcedureUnknown, inValidate, Error, http.StatusInternalServerError, "guard.procedure does not name a declared Procedure."},
	{GuardSelfReference, inValidate, Error, http.StatusInternalServerError, "A Procedure names itself as its guard."},
	{GuardProcedureBuiltin, inValidate, Error, http.StatusInternalServerError, "A guard Procedure has a builtin handler."},
	{GuardChainNotAllowed, inValidate, Error, http.StatusInternalServerError, "A guard Procedure has a guard of its own."},
	{AuthPredicateNotInEnum, inValidate, Error, http.StatusInternalServerError, "A predicate or a staff role under requires.auth.all is not one of those that exist."},
	{BuiltinHandlerSchemaUnknown, inValidate, Error, http.StatusInternalServerError, "handler.schema does not name a declared Schema."},
	{BuiltinHandlerContractInvalid, inValidate, Error, http.StatusInternalServerError, "The input or the target Schema does not meet the contract of the builtin op."},
	{TriggerTargetProcedureUnknown, inValidate, Error, http.StatusInternalServerError, "target.procedure does not name a declared Procedure."},
	{TriggerPathInvalid, beforeTraffic, Error, http.StatusInternalServerError, "An HTTP Trigger's path does not start with /api/, could match a reserved path, or is not a valid template."},
	{TriggerPathCollision, inValidate, Error, http.StatusInternalServerError, "Two HTTP Triggers of one method match the same path."},
	{MCPToolNameCollision, inValidate, Error, http.StatusInternalServerError, "Two MCP tools of one surface have the same name, or a Procedure takes a generic tool's name."},
	{MCPToolDescriptionMissing, inValidate, Warning, http.StatusInternalServerError, "A Procedure that is an MCP tool has no description."},
	{BuiltinInputIncomplete, inValidate, Warning, http.StatusInternalServerError, "The input of a builtin create lacks a property that the Schema requires and the server does not stamp."},
	{BuiltinInputMisspelt, inValidate, Warning, http.StatusInternalServerError, "An input property of a builtin op has nearly the name of a property of the Schema, and its value is not stored."},
	{BuiltinInputUnstored, inValidate, Warning, http.StatusInternalServerError, "The Schema does not have an input property of a builtin op, and no hook and no guard reads it."},
	{HookInputNeverSent, inValidate, Warning, http.StatusInternalServerError, "The Procedure of a hook requires an input property that no write of the Schema sends."},
	{CollectionActionUnreachable, inValidate, Warning, http.StatusInternalServerError, "No Trigger lets staff operate a Procedure that names a collectionAction, so Admin does not show it."},
	{ViewParamUnused, inValidate, Warning, http.StatusInternalServerError, "Neither the filter or statement of a View nor its guard uses a param."},
	{BuiltinOutputImpossible, inValidate, Warning, http.StatusInternalServerError, "No result of a builtin op can match the Procedure's output, so that every call answers OUTPUT_VALIDATION_FAILED."},
	{ServiceRefUnknown, inValidate, Warning, http.StatusInternalServerError, "x-service-ref is neither a declared Schema nor media_assets."},
	{FormatUnknown, inValidate, Warning, http.StatusInternalServerError, "A format is neither checked nor one that JSON Schema or OpenAPI registers."},
	{BindTypeMismatch, inValidate, Warning, http.StatusInternalServerError, "x-service-bind is on a property whose type or format cannot hold the stamp."},
	{RequiredNotDeclared, inValidate, Warning, http.StatusInternalServerError, "A name under required is not declared under properties beside it."},
	{SchemaIndexRedundant, inValidate, Warning, http.StatusInternalServerError, "The same tuple is in indexes and in uniqueIndexes."},
	{ViewFieldsEmpty, inValidate, Warning, http.StatusInternalServerError, "fields is empty, so that the rows of the View hold nothing."},
	{ViewFilterNeverMatches, inValidate, Warning, http.StatusInternalServerError, "A filter compares a field with a value of a type that the field never has."},
	{ViewStatementInvalid, inValidate, Warning, http.StatusInternalServerError, "The database refuses the statement of a sql View."},
	{MCPToolNameUnusual, inValidate, Warning, http.StatusInternalServerError, "The name of an MCP tool has a dot or more than 64 characters, which many clients refuse."},
	{HandlersNotChecked, inValidate, Warning, http.StatusInternalServerError, "Phase deploy found neither a folder of handlers nor Go source to look for handler keys in."},
	{SeedReferenceMissing, inValidate, Warning, http.StatusInternalServerError, "An entry that was loaded from a seed names an entry, a file or a user that is not there."},
	{KeyScopeUnasked, inValidate, Warning, http.StatusInternalServerError, "A new API key has a scope that nothing on the site asks an API key for."},
	{LifecycleSchemaUnknown, inValidate, Error, http.StatusInternalServerError, "A lifecycle Trigger's schema does not name a declared Schema."},
	{HandlerNotRegistered, inEvery, Error, http.StatusInternalServerError, "A ref handler's key is not registered."},
	{HandlerBuiltinNotInV010, inRuntime, Error, http.StatusInternalServerError, "The runtime was assembled without the builtin dispatcher."},
	{HandlerSyntaxInvalid, beforeTraffic, Error, http.StatusInternalServerError, "A file of handlers is not valid TypeScript or JavaScript for a module."},
	{HandlerImportUnresolved, beforeTraffic, Error, http.StatusInternalServerError, "A file of handlers imports a file, package or export that does not exist or that handlers may not import."},
	{HandlerFileRefused, beforeTraffic, Error, http.StatusInternalServerError, "Two files hold one module of handlers, a file cannot be read, or the handlers are larger than 8 MiB."},
	{HandlerEvaluationFailed, inBoot, Error, http.StatusInternalServerError, "A module of handlers throws while it is evaluated, or does not end."},
	{BackupInvalid, inBoot, Error, http.StatusInternalServerError, "A file is not a backup, or is damaged or cut short; nothing was restored."},
	{BackupMissing, inBoot, Error, http.StatusInternalServerError, "There is no such copy at the place that was named, or none that is old enough."},
	{SchemaChangeBlocked, inBoot, Error, http.StatusInternalServerError, "Stored rows break a new required property, a narrowed type or a new unique index; nothing was changed."},
	{DatabaseNewer, inBoot, Error, http.StatusInternalServerError, "A newer version of the program has migrated the database; this version cannot use it."},
	{DatabaseUnsuitable, inBoot, Error, http.StatusInternalServerError, "The database server is too old or refuses writes, or the encoding of the database is not UTF8; nothing was changed."},
	{DatabaseRoleRequired, inBoot, Error, http.StatusInternalServerError, "The sql Views need a role of their own in PostgreSQL, which is missing, cannot log in or may do too much."},
	{DatabaseMissing, inBoot, Error, http.StatusInternalServerError, "The database must exist and does not; none was made."},
	{DatabaseOlder, inBoot, Error, http.StatusInternalServerError, "The database to copy from has platform tables of an older program."},
	{DatabaseNotEmpty, inBoot, Error, http.StatusInternalServerError, "The database to copy to holds something already; nothing was changed."},
	{DatabaseUnfinished, inBoot, Error, http.StatusInternalServerError, "A copy into the database did not finish; it is not served."},
	{MediaNotEmpty, inBoot, Error, http.StatusInternalServerError, "The target of a copy or restore already holds other media; they were not changed."},
	{CopyDiffers, inBoot, Error, http.StatusInternalServerError, "The copy differs from its source: the source was written during the copy, or the copy is damaged."},
	{RouteConflict, inBoot, Error, http.StatusInternalServerError, "A route of the embedding program conflicts with a reserved path or with a manifest's route."},
	{RouteInvalid, beforeTraffic, Error, http.StatusInternalServerError, "A route of the public pages does not name a collection with pages or a property that can be in a path, or its segment is taken."},
	{TemplateInvalid, beforeTraffic, Error, http.StatusInternalServerError, "A template of the public pages does not parse, or names a function, a field, a partial or a text that does not exist."},
	{InvalidLocale, inEvery, Error, http.StatusBadRequest, "A locale does not canonicalize to ll or ll-RR."},
	{InputValidationFailed, inRuntime, Error, http.StatusBadRequest, "Input, a param or an entry's data is missing, malformed or breaks a rule."},
	{MediaPurposeRejected, inRuntime, Error, http.StatusBadRequest, "The purpose is not one that the site declares."},
	{MediaMimeRejected, inRuntime, Error, http.StatusBadRequest, "The mime type is not one that the purpose takes, or the bytes are not a whole file of it."},
	{MediaSizeExceeded, inRuntime, Error, http.StatusBadRequest, "An upload exceeds its cap, or a picture has too many pixels."},
	{MediaVariantsIncomplete, inRuntime, Error, http.StatusBadRequest, "The variants do not cover every required mime type."},
	{MediaVariantSizeExceeded, inRuntime, Error, http.StatusBadRequest, "A variant exceeds the maxBytes of its mime type."},
	{MediaVariantsSuspiciousSize, inRuntime, Error, http.StatusBadRequest, "A modern format is larger than its fallback."},
	{Unauthenticated, inRuntime, Error, http.StatusUnauthorized, "No credential, or an invalid one, was sent."},
	{EntitlementRequired, inRuntime, Error, http.StatusPaymentRequired, "A handler says that the caller lacks an entitlement."},
	{AuthDenied, inRuntime, Error, http.StatusForbidden, "The caller is known but falls short of a requirement."},
	{NotFound, inRuntime, Error, http.StatusNotFound, "There is no such View, route or entry."},
	{ProcedureNotFound, inRuntime, Error, http.StatusNotFound, "There is no such Procedure."},
	{MediaAssetNotFound, inRuntime, Error, http.StatusNotFound, "There is no such media asset."},
	{MethodNotAllowed, inRuntime, Error, http.StatusMethodNotAllowed, "The path exists with another method."},
	{Conflict, inRuntime, Error, http.StatusConflict, "A unique index, a stale expectedVersion or the lifecycle forbids the change."},
	{LifecycleHookRejected, inRuntime, Error, http.StatusConflict, "A before-hook stopped the write without a diagnostic of its own."},
	{MediaObjectNotFound, inRuntime, Error, http.StatusConflict, "The uploaded object is not in the store."},
	{MediaChecksumMismatch, inRuntime, Error, http.StatusConflict, "The uploaded object's checksum differs from the declared one."},
	{MediaUploadExpired, inRuntime, Error, http.StatusGone, "The upload was not committed in time."},
	{PayloadTooLarge, inRuntime, Error, http.StatusRequestEntityTooLarge, "The request body is larger than the limit."},
	{RateLimited, inRuntime, Error, http.StatusTooManyRequests, "Too many requests; Retry-After says when to try again."},
	{OutputValidationFailed, inRuntime, Error, http.StatusInternalServerError, "A handler's result does not match the Procedure's output."},
	{InternalError, inRuntime, Error, http.StatusInternalServerError, "Something unexpected failed; the log line with the same request id has the detail."},
	{MediaNotConfigured, inRuntime, Error, http.StatusNotImplemented, "No media storage is configured."},
	{ResourceUnavailable, inRuntime, Error, http.StatusServiceUnavailable, "The database or another resource cannot answer now; the request may be repeated."},
	{SetupIncomplete, inRuntime, Error, http.StatusServiceUnavailable, "Sign-in is not configured; the message lists every failing check."},
	{ResourceExhausted, inRuntime, Error, http.StatusInsufficientStorage, "A limit on time, memory or answer size was reached."},
}
