package engine

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/libquickjs"
)

// quickjs is one runtime of the engine with one context. What it allocates lies
// outside of Go's heap. It is not safe for concurrent use.
//
// Values are counted by the engine: what a method returns is the caller's to
// free, and arguments stay the caller's.
type quickjs struct {
	tls          *libc.TLS
	runtime, ctx uintptr
	id           uintptr // by which callbacks find it

	host      func(op string, args []any) (any, error) // what JavaScript calls as host
	interrupt func() bool                              // asked now and then: end what runs?
	rejected  []rejection                              // the first promises that nobody waits for
}

// rejection is a promise that failed while nobody waited for it, and the reason.
// Both are the list's to free: another promise must not get the same place.
type rejection struct{ promise, reason jsValue }

// maxFrames bounds how deep calls may nest, in slots of the port's stack. At the
// limit a goroutine has used some 6 MiB.
const maxFrames = 2000

// running are the runtimes, for callbacks out of the engine.
var (
	running sync.Map // of uintptr to *quickjs
	lastID  atomic.Uintptr
)

var errNoMemory = errors.New("the engine cannot be started: out of memory")

func newQuickJS(memory int) (*quickjs, error) {
	q := &quickjs{tls: libc.NewTLS(), id: lastID.Add(1)}
	if q.runtime = lib.XJS_NewRuntime(q.tls); q.runtime == 0 {
		q.tls.Close()
		return nil, errNoMemory
	}
	lib.XJS_SetMemoryLimit(q.tls, q.runtime, lib.Tsize_t(memory)) //nolint:gosec // a constant
	lib.XJS_SetMaxStackSize(q.tls, q.runtime, maxFrames)
	lib.XJS_SetInterruptHandler(q.tls, q.runtime, pointer(onInterrupt), q.id)
	lib.XJS_SetHostPromiseRejectionTracker(q.tls, q.runtime, pointer(onRejection), q.id)
	if q.ctx = lib.XJS_NewContext(q.tls, q.runtime); q.ctx == 0 {
		lib.XJS_FreeRuntime(q.tls, q.runtime)
		q.tls.Close()
		return nil, errNoMemory
	}
	lib.XJS_SetRuntimeOpaque(q.tls, q.runtime, q.id)
	running.Store(q.id, q)
	return q, nil
}

// close gives all memory back.
func (q *quickjs) close() {
	q.forgetRejections()
	running.Delete(q.id)
	lib.XJS_FreeContext(q.tls, q.ctx)
	lib.XJS_FreeRuntime(q.tls, q.runtime)
	q.tls.Close()
}

// at is memory of the engine, which lies outside of Go's heap and does not move.
func at[T any](p uintptr) *T { return *(**T)(unsafe.Pointer(&p)) } //nolint:gosec // decision 193

// stringAt copies memory of the engine.
func stringAt(p uintptr, length lib.Tsize_t) string { return string(unsafe.Slice(at[byte](p), length)) } //nolint:gosec // decision 193

// pointer is a Go function as the engine holds it.
func pointer(f any) uintptr {
	type words [2]uintptr
	return (*words)(unsafe.Pointer(&f))[1] //nolint:gosec // decision 193
}

func find(id uintptr) *quickjs {
	q, _ := running.Load(id)
	found, _ := q.(*quickjs)
	return found
}

func onInterrupt(_ *libc.TLS, _, id uintptr) int32 {
	if q := find(id); q != nil && q.interrupt != nil && q.interrupt() {
		return 1
	}
	return 0
}

// onRejection hears of a promise that fails while nobody waits for it, and of
// one that somebody waits for after all.
func onRejection(_ *libc.TLS, _ uintptr, promise, reason jsValue, handled int32, id uintptr) {
	q := find(id)
	if q == nil {
		return
	}
	if handled == 0 {
		if len(q.rejected) < maxRejections {
			q.rejected = append(q.rejected, rejection{lib.XDupValue(q.tls, q.ctx, promise), lib.XDupValue(q.tls, q.ctx, reason)})
		}
		return
	}
	i := slices.IndexFunc(q.rejected, func(r rejection) bool { return objectOf(r.promise) == objectOf(promise) })
	if i >= 0 {
		r := q.rejected[i]
		q.rejected = slices.Delete(q.rejected, i, i+1)
		q.free(r.promise, r.reason)
	}
}

// objectOf is the word that the payload of an object is.
func objectOf(v jsValue) uintptr { return *(*uintptr)(unsafe.Pointer(&v)) } //nolint:gosec // as the engine does

func (q *quickjs) forgetRejections() {
	for _, r := range q.rejected {
		q.free(r.promise, r.reason)
	}
	q.rejected = nil
}

// askAfter has the engine ask after so many steps whether it must end, once: then
// after 10,000, unless it is told again.
func (q *quickjs) askAfter(steps int) {
	at[lib.TJSContext](q.ctx).Finterrupt_counter = int32(steps) //nolint:gosec // a few thousand
}

// used is how much the runtime has allocated, in bytes.
func (q *quickjs) used() int {
	return int(at[lib.TJSRuntime](q.runtime).Fmalloc_ctx.Fmalloc_state.Fmalloc_size) //nolint:gosec // at most the limit
}

// collect frees circles that nobody reaches.
func (q *quickjs) collect() { lib.XJS_RunGC(q.tls, q.runtime) }

func (q *quickjs) free(values ...jsValue) {
	for _, v := range values {
		lib.XFreeValue(q.tls, q.ctx, v)
	}
}

// compile gives a script as bytecode, which other runtimes of this process run.
func (q *quickjs) compile(name, source string) ([]byte, error) {
	text, err := libc.CString(source)
	if err != nil {
		return nil, errNoMemory
	}
	defer libc.Xfree(q.tls, text)
	file, err := libc.CString(name)
	if err != nil {
		return nil, errNoMemory
	}
	defer libc.Xfree(q.tls, file)
	v := lib.XJS_Eval(q.tls, q.ctx, text, lib.Tsize_t(len(source)), file, lib.MJS_EVAL_TYPE_GLOBAL|lib.MJS_EVAL_FLAG_STRICT|lib.MJS_EVAL_FLAG_COMPILE_ONLY)
	if tagOf(v) == lib.EJS_TAG_EXCEPTION {
		return nil, q.exception()
	}
	defer q.free(v)
	size := q.tls.Alloc(8)
	defer q.tls.Free(8)
	code := lib.XJS_WriteObject(q.tls, q.ctx, size, v, lib.MJS_WRITE_OBJ_BYTECODE)
	if code == 0 {
		return nil, q.exception()
	}
	defer lib.Xjs_free(q.tls, q.ctx, code)
	return []byte(stringAt(code, *at[lib.Tsize_t](size))), nil
}

// run runs what compile gave and returns the value of its last expression.
func (q *quickjs) run(code []byte) (jsValue, error) {
	text, err := libc.CString(string(code))
	if err != nil {
		return jsUndefined, errNoMemory
	}
	defer libc.Xfree(q.tls, text)
	v := lib.XJS_ReadObject(q.tls, q.ctx, text, lib.Tsize_t(len(code)), lib.MJS_READ_OBJ_BYTECODE)
	if tagOf(v) == lib.EJS_TAG_EXCEPTION {
		return jsUndefined, q.exception()
	}
	return q.checked(lib.XJS_EvalFunction(q.tls, q.ctx, v)) // which frees v
}

// call calls a function.
func (q *quickjs) call(fn jsValue, args ...jsValue) (jsValue, error) {
	argv, done := q.arguments(args...)
	defer done()
	return q.checked(lib.XJS_Call(q.tls, q.ctx, fn, jsUndefined, int32(len(args)), argv)) //nolint:gosec // a handful
}

// arguments puts values where the engine looks for them.
func (q *quickjs) arguments(values ...jsValue) (argv uintptr, done func()) {
	const each = unsafe.Sizeof(jsUndefined)
	size := int(each) * max(1, len(values))
	argv = q.tls.Alloc(size)
	for i, v := range values {
		*at[jsValue](argv + uintptr(i)*each) = v
	}
	return argv, func() { q.tls.Free(size) }
}

func (q *quickjs) checked(v jsValue) (jsValue, error) {
	if tagOf(v) == lib.EJS_TAG_EXCEPTION {
		return jsUndefined, q.exception()
	}
	return v, nil
}

// get reads a property.
func (q *quickjs) get(v jsValue, name string) (jsValue, error) {
	text, err := libc.CString(name)
	if err != nil {
		return jsUndefined, errNoMemory
	}
	defer libc.Xfree(q.tls, text)
	return q.checked(lib.XJS_GetPropertyStr(q.tls, q.ctx, v, text))
}

// drain runs the jobs of promises until none is left. The error is of a job that
// was ended; what a job throws is its promise's.
func (q *quickjs) drain() error {
	ctx := q.tls.Alloc(8)
	defer q.tls.Free(8)
	for jobs := 1; ; jobs++ {
		switch left := lib.XJS_ExecutePendingJob(q.tls, q.runtime, ctx); {
		case left == 0:
			return nil
		case left < 0:
			return q.exception()
		case jobs%jobsPerPoll == 0 && q.interrupt != nil && q.interrupt(): // jobs that cause jobs without end
			return errInterrupted
		}
	}
}

// errInterrupted ends a script whose time is over.
var errInterrupted = errors.New("interrupted")

// hostFunction is the function host of JavaScript.
func (q *quickjs) hostFunction() jsValue {
	name, err := libc.CString("host")
	if err != nil {
		return jsUndefined
	}
	defer libc.Xfree(q.tls, name)
	return lib.XJS_NewCFunction2(q.tls, q.ctx, pointer(onHost), name, 1, lib.EJS_CFUNC_generic, 0)
}

func onHost(tls *libc.TLS, ctx uintptr, _ jsValue, argc int32, argv uintptr) jsValue {
	q := find(lib.XJS_GetRuntimeOpaque(tls, lib.XJS_GetRuntime(tls, ctx)))
	if q == nil {
		return jsUndefined
	}
	result, err := q.called(unsafe.Slice(at[jsValue](argv), argc)) //nolint:gosec // decision 193
	if err != nil {
		return q.throw(err.Error())
	}
	v, err := q.value(result)
	if err != nil {
		return q.throw(err.Error())
	}
	return v
}

// called carries out a call of host. A panic would leave the engine in the middle
// of a call, so that it ends here.
func (q *quickjs) called(values []jsValue) (result any, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("host: %v", cause)
		}
	}()
	if len(values) == 0 {
		return nil, errors.New("host: no operation is named")
	}
	args := make([]any, len(values))
	for i, v := range values {
		if args[i], err = q.goValue(v); err != nil {
			return nil, err
		}
	}
	op, _ := args[0].(string)
	return q.host(op, args[1:])
}

var formatString, _ = libc.CString("%s")

func (q *quickjs) throw(message string) jsValue {
	text, err := libc.CString(message)
	if err != nil {
		return jsException
	}
	defer libc.Xfree(q.tls, text)
	frame := q.tls.Alloc(16)
	defer q.tls.Free(16)
	return lib.XJS_ThrowTypeError(q.tls, q.ctx, formatString, libc.VaList(frame+8, text))
}
