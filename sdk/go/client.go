// Package esim calls the Reseller eSIM Service API: every operation as a method, safe repeats, signed requests, lists page after
// page, and webhooks that are verified before they are believed. It needs nothing but the standard library.
package esim

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"time"
)

// Client is safe for several goroutines. Its methods give `data` of the answer, or an *APIError when it is refused, or a
// *ConnectionError when nothing is known of the outcome.
type Client struct {
	key           string
	baseURL       string
	signingSecret string
	retries       int
	onAnswer      func(Answer)
	http          *http.Client
}

// Answer is told of every answer, also of those that are tried again.
type Answer struct {
	Method, Path string
	Status       int
	RequestID    string
}

// Option changes how a client works.
type Option func(*Client)

// WithSigningSecret signs every attempt: for keys that require it.
func WithSigningSecret(secret string) Option { return func(c *Client) { c.signingSecret = secret } }

// WithRetries says how often what is safe to repeat is repeated; 3 unless it is said.
func WithRetries(times int) Option { return func(c *Client) { c.retries = times } }

// WithTimeout is for one attempt; 30 seconds unless it is said.
func WithTimeout(timeout time.Duration) Option { return func(c *Client) { c.http.Timeout = timeout } }

// WithTransport sends requests by something else than http.DefaultTransport.
func WithTransport(transport http.RoundTripper) Option {
	return func(c *Client) { c.http.Transport = transport }
}

// OnAnswer is called with every answer.
func OnAnswer(listener func(Answer)) Option { return func(c *Client) { c.onAnswer = listener } }

// New makes a client. The base URL ends with /api/v1.
func New(key, baseURL string, options ...Option) *Client {
	c := &Client{key: key, baseURL: baseURL, retries: 3, http: &http.Client{
		Timeout: 30 * time.Second,
		// The API leads nowhere else: a key is sent to no other address.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	for _, option := range options {
		option(c)
	}
	return c
}

// CallOption changes one call.
type CallOption func(*callSettings)

type callSettings struct{ idempotencyKey string }

// IdempotencyKey makes a purchase the same one however often it is asked for, also by a program that was started anew. Without it each
// call has one of its own.
func IdempotencyKey(key string) CallOption { return func(s *callSettings) { s.idempotencyKey = key } }

// Value is for fields in which an empty text, or false, is something else than nothing: esim.Value("").
func Value[T any](value T) *T { return &value }

type page[T any] struct {
	Items      []T   `json:"items"`
	Limit      int64 `json:"limit"`
	Pagination struct {
		NextCursor json.RawMessage `json:"next_cursor"`
	} `json:"pagination"`
}

// each reads page after page; `by` is the parameter that names the next one. A page that fails is the last thing that comes.
func each[T any](ctx context.Context, c *Client, of operation, in any, by string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		values, err := fieldsOf(in)
		if err != nil {
			yield(none, err)
			return
		}
		offset := int64(0)
		if by == "offset" {
			_ = json.Unmarshal(values[by], &offset)
		}
		for {
			var one page[T]
			if err := c.call(ctx, of, values, &one, nil); err != nil {
				yield(none, err)
				return
			}
			for _, item := range one.Items {
				if !yield(item, nil) {
					return
				}
			}
			if by == "offset" {
				if int64(len(one.Items)) < one.Limit {
					return
				}
				offset += int64(len(one.Items))
				values[by], _ = json.Marshal(offset)
				continue
			}
			next := one.Pagination.NextCursor
			if len(next) == 0 || string(next) == "null" {
				return
			}
			values[by] = next
		}
	}
}
