package esim

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// operation: method, path below the base, and whether it takes an Idempotency-Key.
type operation struct {
	method, path string
	takesKey     bool
}

const longestWait = 60 * time.Second

// again are the statuses of a request that was not worked on, or that a repeat cannot do twice.
var again = map[int]bool{429: true, 500: true, 502: true, 503: true, 504: true}

var parameter = regexp.MustCompile(`\{(\w+)\}`)

type envelope struct {
	Success *bool           `json:"success"`
	Data    json.RawMessage `json:"data"`
	Error   *struct {
		Code    string         `json:"code"`
		Message string         `json:"message"`
		Details map[string]any `json:"details"`
	} `json:"error"`
}

// call makes the request of an operation and repeats what is safe to repeat.
func (c *Client) call(ctx context.Context, of operation, in any, out any, options []CallOption) error {
	values, err := fieldsOf(in)
	if err != nil {
		return err
	}
	var settings callSettings
	for _, option := range options {
		option(&settings)
	}
	path, err := fill(of, values)
	if err != nil {
		return err
	}
	target := strings.TrimRight(c.baseURL, "/") + path
	header := http.Header{"Accept": {"application/json"}, "Authorization": {"Bearer " + c.key}}
	var body []byte
	if of.method == http.MethodGet {
		if query := queryOf(values); query != "" {
			target += "?" + query
		}
	} else if len(values) > 0 {
		if body, err = json.Marshal(values); err != nil {
			return err
		}
		header.Set("Content-Type", "application/json")
	}
	if of.takesKey {
		if settings.idempotencyKey == "" {
			settings.idempotencyKey = newID()
		}
		header.Set("Idempotency-Key", settings.idempotencyKey)
	}
	isSafe := of.method == http.MethodGet || of.takesKey

	for attempt := 0; ; attempt++ {
		mayRepeat := attempt < c.retries
		answer, text, err := c.send(ctx, of.method, target, header, body)
		if err != nil {
			if !isSafe || !mayRepeat || ctx.Err() != nil {
				return &ConnectionError{Method: of.method, Path: path, Err: err}
			}
			if err := pause(ctx, delay(attempt)); err != nil {
				return err
			}
			continue
		}
		requestID := answer.Header.Get("X-Request-Id")
		if c.onAnswer != nil {
			c.onAnswer(Answer{of.method, path, answer.StatusCode, requestID})
		}
		var told envelope
		isOurs := json.Unmarshal(text, &told) == nil && told.Success != nil
		if isOurs && *told.Success {
			return json.Unmarshal(told.Data, out)
		}
		wait := retryAfter(answer.Header)
		// A request that was refused for its rate was not worked on, whatever it asked for.
		if mayRepeat && again[answer.StatusCode] && (isSafe || answer.StatusCode == 429) {
			rest := delay(attempt)
			if wait >= 0 {
				rest = wait
			}
			if err := pause(ctx, rest); err != nil {
				return err
			}
			continue
		}
		if isOurs && told.Error != nil {
			return &APIError{
				Status: answer.StatusCode, Code: told.Error.Code, Message: told.Error.Message, Details: told.Error.Details,
				RequestID: requestID, RetryAfter: max(wait, 0),
			}
		}
		return &ConnectionError{Method: of.method, Path: path,
			Err: fmt.Errorf("answered by something else than the API (HTTP %d)", answer.StatusCode)}
	}
}

func (c *Client) send(ctx context.Context, method, target string, header http.Header, body []byte) (*http.Response, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, target, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	request.Header = header.Clone()
	// Without it a purchase whose connection breaks is not repeated by Go's transport, which would send the signature again.
	request.GetBody = nil
	if c.signingSecret != "" {
		// Signed anew for each attempt: a request id counts once.
		sign(request, c.signingSecret, body, time.Now(), newID())
	}
	answer, err := c.http.Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return answer, text, err
}

// fieldsOf are the fields that are sent, each as its own JSON.
func fieldsOf(in any) (map[string]json.RawMessage, error) {
	fields := map[string]json.RawMessage{}
	if in == nil {
		return fields, nil
	}
	text, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	return fields, json.Unmarshal(text, &fields)
}

// fill takes the path's parameters out of the fields.
func fill(of operation, values map[string]json.RawMessage) (path string, err error) {
	path = parameter.ReplaceAllStringFunc(of.path, func(found string) string {
		name := found[1 : len(found)-1]
		value := plain(values[name])
		delete(values, name)
		if value == "" && err == nil {
			err = fmt.Errorf("esim: %s is missing: %s %s needs it", name, of.method, of.path)
		}
		return url.PathEscape(value)
	})
	return path, err
}

func queryOf(values map[string]json.RawMessage) string {
	query := url.Values{}
	for name, value := range values {
		if text := plain(value); text != "" {
			query.Set(name, text)
		}
	}
	return query.Encode()
}

// plain is a value as an address has it.
func plain(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	if string(value) == "null" {
		return ""
	}
	return string(value)
}

// retryAfter is below zero where nothing is said.
func retryAfter(header http.Header) time.Duration {
	seconds, err := strconv.Atoi(header.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return -1
	}
	return min(time.Duration(seconds)*time.Second, longestWait)
}

// delay is half a second, doubled with each attempt, and shifted so that clients do not come back together.
func delay(attempt int) time.Duration {
	return time.Duration(float64(500*time.Millisecond<<attempt) * (0.75 + mathrand.Float64()/2))
}

func pause(ctx context.Context, rest time.Duration) error {
	timer := time.NewTimer(rest)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func newID() string {
	id := make([]byte, 16)
	_, _ = rand.Read(id)
	return fmt.Sprintf("%x", id)
}
