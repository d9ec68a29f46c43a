<?php

// For programs without Composer.
foreach (['Errors', 'Refusals', 'Contract', 'Operations', 'Signing', 'Webhook', 'Testing', 'Client'] as $file) {
    require_once __DIR__ . "/src/$file.php";
}
