<?php

// config/services.php: what else reads env() finds nothing once the configuration is cached.

return [
    // … what is there already
    'svc' => [
        'url' => env('SVC_URL'),
        'key' => env('SVC_KEY'),
        'hook_secret' => env('SVC_HOOK_SECRET'),
    ],
];
