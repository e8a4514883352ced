"""Reading what platforms export, one module a platform; `registry` tells them apart by what is in them."""
