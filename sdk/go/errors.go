package esim

import (
	"errors"
	"fmt"
	"time"
)

// APIError is a refusal. Code is one of the Code constants; what its Details hold is said at /docs/errors.
type APIError struct {
	Status     int
	Code       string
	Message    string
	Details    map[string]any
	RequestID  string
	RetryAfter time.Duration
}

func (e *APIError) Error() string {
	return fmt.Sprintf("%s (%s, %s)", e.Message, e.Code, e.RequestID)
}

// IsCode tells whether an error is a refusal with this code.
func IsCode(err error, code string) bool {
	var refusal *APIError
	return errors.As(err, &refusal) && refusal.Code == code
}

// ConnectionError says that nothing is known of the outcome: repeat a purchase with the same IdempotencyKey.
type ConnectionError struct {
	Method, Path string
	Err          error
}

func (e *ConnectionError) Error() string {
	return fmt.Sprintf("%s %s was not answered: %v", e.Method, e.Path, e.Err)
}

func (e *ConnectionError) Unwrap() error { return e.Err }
