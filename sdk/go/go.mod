module reseller-esim.example/go

go 1.23
